/** F32: the answer is cut on its way, after the service has done its part; the client asks again. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Check, Fault } from './fault.ts'
import { type Answer, type Client, openClient, type Tokens } from './installation/client.ts'
import { openFaultProxy } from './installation/fault-proxy.ts'
import { type House, openHouse } from './installation/installation.ts'
import { makePeople } from './installation/people.ts'
import { countPeople, sessionOf } from './installation/sign-ups.ts'

/** Nothing arrives; half the headers; all but the last byte. */
const cuts = [0, 300, -1]

const none: Tokens = { accessToken: '', refreshToken: '' }

/** A request whose answer is cut after so many bytes, and the same way back when nothing is cut. */
type Line = { cut<T>(afterBytes: number, work: (client: Client) => Promise<Answer<T>>): Promise<Answer<T>> }

export const cutAnswers: Fault = {
  id: 'F32',
  title: 'answers cut on their way: renewing, codes, sign-up',
  async run(check) {
    const house = await openHouse()
    const proxy = await openFaultProxy({ host: '127.0.0.1', port: house.port })
    const straight = openClient(house.url)
    const line: Line = {
      async cut(afterBytes, work) {
        const client = openClient(`http://127.0.0.1:${proxy.port}`)
        proxy.make({ kind: 'cut', afterBytes })
        try {
          return await work(client)
        } finally {
          proxy.make({ kind: 'none' })
          await client.close()
        }
      },
    }
    try {
      const people = await makePeople(house.database, cuts.length)
      for (const [index, afterBytes] of cuts.entries()) {
        const told: Check = (what, isFine, figure) => check(`${what} (cut at ${afterBytes})`, isFine, figure)
        const { data = none } = await straight.login(people[index] ?? '')
        const heir = await renew(told, { house, line, straight, afterBytes }, data)
        await handOver(told, { house, line, straight, afterBytes }, heir)
        await signUp(told, { house, line, straight, afterBytes })
      }
    } finally {
      await straight.close()
      await proxy.close()
      await house.close()
    }
  },
}

type Scene = { house: House; line: Line; straight: Client; afterBytes: number }

async function renew(
  check: Check,
  { house, line, straight, afterBytes }: Scene,
  tokens: Tokens,
): Promise<Tokens> {
  const lost = await line.cut(afterBytes, (client) => client.refresh(tokens.refreshToken))
  const counter = await counterOf(house, sessionOf(tokens))
  const [first, second] = [
    await straight.refresh(tokens.refreshToken),
    await straight.refresh(tokens.refreshToken),
  ]
  const stayed = await counterOf(house, sessionOf(tokens))
  check(
    'renewing: the token was replaced, and asking again gives that successor',
    lost.status === 0 &&
      counter === 1 &&
      stayed === 1 &&
      first.status === 200 &&
      first.data?.refreshToken === second.data?.refreshToken,
    `${lost.status}, then ${first.status}`,
  )
  const next = await straight.refresh(first.data?.refreshToken ?? '')
  check('renewing: which renews in its turn', next.status === 200, next.status)
  return next.data ?? none
}

async function handOver(
  check: Check,
  { house, line, straight, afterBytes }: Scene,
  { accessToken }: Tokens,
): Promise<void> {
  const before = await countCodes(house)
  const lost = await line.cut(afterBytes, (client) => client.mint(accessToken))
  const minted = (await countCodes(house)) - before
  const { data } = await straight.mint(accessToken)
  const redeemed = await straight.exchange(data?.code ?? '')
  check(
    'codes: one was made and lost; a new one works',
    lost.status === 0 && minted === 1 && redeemed.status === 200,
    `${lost.status}, then ${redeemed.status}`,
  )
  const { data: spent } = await straight.mint(accessToken)
  const half = await line.cut(afterBytes, (client) => client.exchange(spent?.code ?? ''))
  const replayed = await straight.exchange(spent?.code ?? '')
  const { data: fresh } = await straight.mint(accessToken)
  const again = await straight.exchange(fresh?.code ?? '')
  check(
    'codes: redeemed without an answer, it is spent; a new one works',
    half.status === 0 && replayed.status === 400 && again.status === 200,
    `${half.status}, then ${replayed.status}, ${again.status}`,
  )
}

async function signUp(check: Check, { house, line, straight, afterBytes }: Scene): Promise<void> {
  const email = `cut-at-${afterBytes}@example.com`
  const application = { email, captcha: await straight.solve() }
  const key = randomUUID()
  const lost = await line.cut(afterBytes, (client) => client.signUp(application, key))
  const made = await countPeople(house.database, email)
  const again = await straight.signUp(application, key)
  const sessions = await sessionsOf(house, email)
  check(
    'sign-up: the account is there, and the same key gets its one session',
    lost.status === 0 &&
      made === 1 &&
      again.status === 200 &&
      sessions.length === 1 &&
      sessions[0] === sessionOf(again.data),
    `${lost.status}, then ${again.status}`,
  )
  const renewed = await straight.refresh(again.data?.refreshToken ?? '')
  check('sign-up: which renews', renewed.status === 200, renewed.status)
  const keyless = await straight.signUp({ email, captcha: await straight.solve() })
  check('sign-up: without the key it exists', /email-taken/.test(keyless.fault), keyless.status)
}

async function counterOf({ database }: House, sessionId: string): Promise<number> {
  const { rows } = await sql<{ counter: number }>`
    select counter::int as counter from sessions where id = ${sessionId}`.execute(database.db)
  return rows[0]?.counter ?? -1
}

async function countCodes({ database }: House): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from secrets`.execute(
    database.db,
  )
  return rows[0]?.count ?? 0
}

async function sessionsOf({ database }: House, email: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select sessions.id from sessions join emails using (user_id) where key = ${email}`.execute(database.db)
  return rows.map(({ id }) => id)
}
