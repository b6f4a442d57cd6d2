/** People who sign up and in, renew their sessions and go to platforms, so many times a second, whatever becomes of the service. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../fault.ts'
import type { Answer, Client, Tokens } from './client.ts'
import type { Journal } from './journal.ts'

export type Load = {
  /** No further requests; resolves when those under way are answered. */
  stop(): Promise<Summary>
  /** So far. */
  summary(): Summary
}

export type Summary = {
  requests: number
  /** By status; 0 for a connection that failed. */
  statuses: Record<number, number>
  /** Of what failed without an answer, or with one that is no 503. */
  faults: string[]
  p99Ms: number
  maxMs: number
  /** The longest wait for a 503. */
  refusedMs: number
}

/** Somebody of the load, with what they did in earlier ones. */
export type Actor = { uuid: string; logins: number; key: string; isBusy: boolean }

/** Fewer than the service lets one person have. */
const maxLogins = 15

export function actorsOf(people: readonly string[]): Actor[] {
  return people.map((uuid) => ({ uuid, logins: 0, key: '', isBusy: false }))
}

/** Everybody once, four at a time: a load begins with them as it goes on, not with a rush of sign-ins. */
export async function signInAll(client: Client, actors: readonly Actor[], journal: Journal): Promise<void> {
  const waiting = [...actors]
  const signInNext = async () => {
    for (let actor = waiting.pop(); actor; actor = waiting.pop())
      keepLogin(actor, await client.login(actor.uuid), journal)
  }
  await Promise.all(Array.from({ length: 4 }, signInNext))
}

function keepLogin(actor: Actor, { data }: Answer<Tokens>, journal: Journal): void {
  if (!data) return
  actor.logins += 1
  actor.key = `${actor.uuid} ${actor.logins}`
  journal.keep(actor.key, data)
}

export function startLoad(options: {
  client: Client
  actors: readonly Actor[]
  journal: Journal
  perSecond: number
}): Load {
  const { client, actors, journal, perSecond } = options
  const underWay = new Set<Promise<void>>()
  const statuses: Record<number, number> = {}
  const faults: string[] = []
  const times: number[] = []
  const refusals: number[] = []
  let isStopped = false
  let next = 0
  /** Sign-ups that were not answered, to be sent again with their key. */
  const unanswered: { email: string; key: string }[] = []
  let isSolving = false

  function note<T>(answer: Answer<T>): Answer<T> {
    const { status, fault, ms } = answer
    statuses[status] = (statuses[status] ?? 0) + 1
    times.push(ms)
    if (status === 503) refusals.push(ms)
    if (status !== 200 && status !== 503 && faults.length < 20) faults.push(`${status} ${fault}`)
    return answer
  }

  /** One at a time: its puzzle costs this process more than all the rest. */
  async function signUp(): Promise<void> {
    if (isSolving) return
    isSolving = true
    const captcha = await client.solve().catch(() => null)
    isSolving = false
    if (!captcha || isStopped) return
    const key = randomUUID()
    const applicant = unanswered.pop() ?? { email: `new-${key}@example.com`, key }
    const { status, data } = note(await client.signUp({ email: applicant.email, captcha }, applicant.key))
    if (data) journal.keep(applicant.email, data)
    else if (status === 0 || status === 503) unanswered.push(applicant)
  }

  async function login(actor: Actor): Promise<void> {
    keepLogin(actor, note(await client.login(actor.uuid)), journal)
  }

  async function refresh(actor: Actor, tokens: Tokens): Promise<void> {
    const { data } = note(await client.refresh(tokens.refreshToken))
    if (!data) return
    journal.keep(actor.key, data)
  }

  async function handOver(actor: Actor, tokens: Tokens): Promise<void> {
    const { data } = note(await client.mint(tokens.accessToken))
    if (!data) return
    journal.minted(data.code)
    const given = note(await client.exchange(data.code))
    if (!given.data) return
    journal.redeemed(data.code)
    journal.keepPlatforms(`child of ${actor.key} ${data.code}`, given.data)
  }

  async function act(actor: Actor): Promise<void> {
    const tokens = journal.latest(actor.key)
    const dice = Math.random()
    if (dice > 0.97) return signUp()
    if (!tokens || (dice < 0.2 && actor.logins < maxLogins)) return login(actor)
    return dice < 0.7 ? refresh(actor, tokens) : handOver(actor, tokens)
  }

  function begin(): void {
    for (let tries = 0; tries < actors.length; tries += 1) {
      const actor = actors[next++ % actors.length]
      if (!actor || actor.isBusy) continue
      actor.isBusy = true
      const done = act(actor).finally(() => {
        actor.isBusy = false
        underWay.delete(done)
      })
      underWay.add(done)
      return
    }
  }

  const running = (async () => {
    const startedAt = performance.now()
    for (let begun = 0; !isStopped; await sleep(5)) {
      const due = Math.floor(((performance.now() - startedAt) * perSecond) / 1_000)
      for (; begun < due && !isStopped; begun += 1) begin()
    }
  })()

  function summary(): Summary {
    const requests = times.length
    return {
      requests,
      statuses,
      faults,
      p99Ms: percentile(times, 0.99),
      maxMs: percentile(times, 1),
      refusedMs: percentile(refusals, 1),
    }
  }

  return {
    summary,
    async stop() {
      isStopped = true
      await running
      await Promise.all(underWay)
      return summary()
    },
  }
}

/** 812 requests: 200 × 800, 503 × 12. */
export function inWords({ requests, statuses }: Summary): string {
  const parts = Object.entries(statuses).map(([status, count]) => `${status} × ${count}`)
  return `${requests} requests: ${parts.join(', ')}`
}
