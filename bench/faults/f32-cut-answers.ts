/** F32: cuts the answer in transit, after the service has done its work; the client repeats the request (N-31). */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Check, Fault } from './fault.ts'
import { type Answer, type Client, openClient, type Tokens } from './installation/client.ts'
import { openFaultProxy } from './installation/fault-proxy.ts'
import { type Installation, openInstallation } from './installation/installation.ts'
import { countUsers, sessionOf } from './installation/sign-ups.ts'

/** The number of bytes of the answer that arrive: none, half the headers, all but the last byte. */
const cuts = [0, 300, -1]

const none: Tokens = { accessToken: '', refreshToken: '' }

/** Sends a request whose answer is cut after `afterBytes`, then restores the connection. */
type CutConnection = {
  cut<T>(afterBytes: number, work: (client: Client) => Promise<Answer<T>>): Promise<Answer<T>>
}

export const fault: Fault = {
  id: 'F32',
  title: 'answers cut on their way: refresh, codes, sign-up',
  async run(check) {
    await using installation = await openInstallation()
    await using proxy = await openFaultProxy({ host: '127.0.0.1', port: installation.port })
    await using direct = installation.openClient()
    const connection: CutConnection = {
      async cut(afterBytes, work) {
        await using client = openClient(`http://127.0.0.1:${proxy.port}`)
        proxy.set({ kind: 'cut', afterBytes })
        try {
          return await work(client)
        } finally {
          proxy.set({ kind: 'none' })
        }
      },
    }
    const users = await installation.addUsers(cuts.length)
    for (const [index, afterBytes] of cuts.entries()) {
      const checkCut: Check = (what, isTrue, figure) =>
        check(`${what} (cut at ${afterBytes})`, isTrue, figure)
      const { data = none } = await direct.login(users[index] ?? '')
      const renewed = await renew(checkCut, { installation, connection, direct, afterBytes }, data)
      await handOver(checkCut, { installation, connection, direct, afterBytes }, renewed)
      await signUp(checkCut, { installation, connection, direct, afterBytes })
    }
  },
}

type Setup = { installation: Installation; connection: CutConnection; direct: Client; afterBytes: number }

async function renew(
  check: Check,
  { installation, connection, direct, afterBytes }: Setup,
  tokens: Tokens,
): Promise<Tokens> {
  const lost = await connection.cut(afterBytes, (client) => client.refresh(tokens.refreshToken))
  const counter = await counterOf(installation, sessionOf(tokens))
  const [first, second] = [
    await direct.refresh(tokens.refreshToken),
    await direct.refresh(tokens.refreshToken),
  ]
  const stayed = await counterOf(installation, sessionOf(tokens))
  check(
    'refresh: the token was replaced, and asking again returns the same successor',
    lost.status === 0 &&
      counter === 1 &&
      stayed === 1 &&
      first.status === 200 &&
      first.data?.refreshToken === second.data?.refreshToken,
    `${lost.status}, then ${first.status}`,
  )
  const next = await direct.refresh(first.data?.refreshToken ?? '')
  check('refresh: the successor can be refreshed', next.status === 200, next.status)
  return next.data ?? none
}

async function handOver(
  check: Check,
  { installation, connection, direct, afterBytes }: Setup,
  { accessToken }: Tokens,
): Promise<void> {
  const before = await countCodes(installation)
  const lost = await connection.cut(afterBytes, (client) => client.mint(accessToken))
  const minted = (await countCodes(installation)) - before
  const { data } = await direct.mint(accessToken)
  const redeemed = await direct.exchange(data?.code ?? '')
  check(
    'codes: after a lost code a new one works',
    lost.status === 0 && minted === 1 && redeemed.status === 200,
    `${lost.status}, then ${redeemed.status}`,
  )
  const { data: spent } = await direct.mint(accessToken)
  const lostExchange = await connection.cut(afterBytes, (client) => client.exchange(spent?.code ?? ''))
  const replayed = await direct.exchange(spent?.code ?? '')
  const { data: fresh } = await direct.mint(accessToken)
  const again = await direct.exchange(fresh?.code ?? '')
  check(
    'codes: a code whose redemption lost its answer is spent; a new one works',
    lostExchange.status === 0 && replayed.status === 400 && again.status === 200,
    `${lostExchange.status}, then ${replayed.status}, ${again.status}`,
  )
}

async function signUp(check: Check, { installation, connection, direct, afterBytes }: Setup): Promise<void> {
  const email = `cut-at-${afterBytes}@example.com`
  const application = { email, captcha: await direct.solve() }
  const key = randomUUID()
  const lost = await connection.cut(afterBytes, (client) => client.signUp(application, key))
  const count = await countUsers(installation.database, email)
  const again = await direct.signUp(application, key)
  const sessions = await sessionsOf(installation, email)
  check(
    'sign-up: the account exists, and the same key returns its one session',
    lost.status === 0 &&
      count === 1 &&
      again.status === 200 &&
      sessions.length === 1 &&
      sessions[0] === sessionOf(again.data),
    `${lost.status}, then ${again.status}`,
  )
  const renewed = await direct.refresh(again.data?.refreshToken ?? '')
  check('sign-up: the session can be refreshed', renewed.status === 200, renewed.status)
  const keyless = await direct.signUp({ email, captcha: await direct.solve() })
  check('sign-up: without the key the address is taken', /email-taken/.test(keyless.fault), keyless.status)
}

async function counterOf({ database }: Installation, sessionId: string): Promise<number> {
  const { rows } = await sql<{ counter: number }>`
    select counter::int as counter from sessions where id = ${sessionId}`.execute(database.db)
  return rows[0]?.counter ?? -1
}

async function countCodes({ database }: Installation): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from one_time_tokens`.execute(
    database.db,
  )
  return rows[0]?.count ?? 0
}

async function sessionsOf({ database }: Installation, email: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select sessions.id from sessions join emails using (user_id) where key = ${email}`.execute(database.db)
  return rows.map(({ id }) => id)
}
