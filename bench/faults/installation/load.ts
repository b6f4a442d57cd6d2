/** Sends sign-ups, sign-ins, refreshes, handovers and logouts at a fixed rate, whatever happens to the service. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../service/measure.ts'
import type { Check } from '../fault.ts'
import type { Acknowledgements } from './acknowledgements.ts'
import type { Answer, Client, Tokens } from './client.ts'

type Load = {
  /** Sends no further requests, and resolves when the current ones are answered. */
  stop(): Promise<Summary>
  /** The figures so far. */
  summary(): Summary
}

export type Summary = {
  requests: number
  /** Counts by status; 0 is a connection that failed. */
  statuses: Record<number, number>
  /** The first 20 failures other than 503. */
  faults: string[]
  p99Ms: number
  maxMs: number
  /** The longest wait for a 503. */
  refusedMs: number
  /** When the last request was answered otherwise than with 200, by `performance.now()`; 0 if none was. */
  lastFailureAt: number
}

/** A user of the load, with the sign-ins of earlier loads. */
export type Actor = { uuid: string; logins: number; key: string; isBusy: boolean }

/** Below the maximum number of sessions of one user. */
const maxLogins = 15

export function actorsOf(users: readonly string[]): Actor[] {
  return users.map((uuid) => ({ uuid, logins: 0, key: '', isBusy: false }))
}

/** Signs every actor in, four at a time, so that a load does not begin with a burst of sign-ins. */
export async function signInAll(
  client: Client,
  actors: readonly Actor[],
  acknowledged: Acknowledgements,
): Promise<void> {
  const waiting = [...actors]
  const signInNext = async () => {
    for (let actor = waiting.pop(); actor; actor = waiting.pop())
      recordLogin(actor, await client.login(actor.uuid), acknowledged)
  }
  await Promise.all(Array.from({ length: 4 }, signInNext))
}

function recordLogin(actor: Actor, { data }: Answer<Tokens>, acknowledged: Acknowledgements): void {
  if (!data) return
  actor.logins += 1
  actor.key = `${actor.uuid} ${actor.logins}`
  acknowledged.addSession(actor.key, data)
}

export function startLoad(options: {
  client: Client
  actors: readonly Actor[]
  acknowledged: Acknowledgements
  perSecond: number
}): Load {
  const { client, actors, acknowledged, perSecond } = options
  const pending = new Set<Promise<void>>()
  const statuses: Record<number, number> = {}
  const faults: string[] = []
  const times: number[] = []
  const refusals: number[] = []
  let lastFailureAt = 0
  let isStopped = false
  let next = 0
  /** Sign-ups without an answer, which are repeated with their idempotency key. */
  const unanswered: { email: string; key: string }[] = []
  let isSolving = false

  function count<T>(answer: Answer<T>): Answer<T> {
    const { status, fault, ms } = answer
    statuses[status] = (statuses[status] ?? 0) + 1
    times.push(ms)
    if (status === 503) refusals.push(ms)
    if (status !== 200) lastFailureAt = performance.now()
    if (status !== 200 && status !== 503 && faults.length < 20) faults.push(`${status} ${fault}`)
    return answer
  }

  /** Runs one sign-up at a time, because solving the captcha costs this process more than all other requests. */
  async function signUp(): Promise<void> {
    if (isSolving) return
    isSolving = true
    const captcha = await client.solve().catch(() => null)
    isSolving = false
    if (!captcha || isStopped) return
    const key = randomUUID()
    const applicant = unanswered.pop() ?? { email: `new-${key}@example.com`, key }
    const { status, data } = count(await client.signUp({ email: applicant.email, captcha }, applicant.key))
    if (data) acknowledged.addSession(applicant.email, data)
    else if (status === 0 || status === 503) unanswered.push(applicant)
  }

  async function login(actor: Actor): Promise<void> {
    recordLogin(actor, count(await client.login(actor.uuid)), acknowledged)
  }

  async function refresh(actor: Actor, tokens: Tokens): Promise<void> {
    const { data } = count(await client.refresh(tokens.refreshToken))
    if (data) acknowledged.addSession(actor.key, data)
    else acknowledged.addUnanswered(actor.key)
  }

  async function handOver(actor: Actor, tokens: Tokens): Promise<void> {
    const { data } = count(await client.mint(tokens.accessToken))
    if (!data) return
    acknowledged.addCode(data.code)
    const redeemed = count(await client.exchange(data.code))
    if (!redeemed.data) return
    acknowledged.addRedemption(data.code)
    acknowledged.addPlatformSession(`child of ${actor.key} ${data.code}`, redeemed.data)
  }

  async function logout(actor: Actor, tokens: Tokens): Promise<void> {
    acknowledged.addEnding(actor.key)
    const { status } = count(await client.logout(tokens.accessToken))
    if (status === 200) acknowledged.addEnd(tokens)
  }

  async function act(actor: Actor): Promise<void> {
    const tokens = acknowledged.latestTokens(actor.key)
    const random = Math.random()
    if (random > 0.97) return signUp()
    if (!tokens || (random < 0.2 && actor.logins < maxLogins)) return login(actor)
    // A logout is followed by a sign-in.
    if (random > 0.94 && actor.logins < maxLogins) return logout(actor, tokens)
    return random < 0.7 ? refresh(actor, tokens) : handOver(actor, tokens)
  }

  function startNext(): void {
    for (let tries = 0; tries < actors.length; tries += 1) {
      const actor = actors[next++ % actors.length]
      if (!actor || actor.isBusy) continue
      actor.isBusy = true
      const done = act(actor).finally(() => {
        actor.isBusy = false
        pending.delete(done)
      })
      pending.add(done)
      return
    }
  }

  const running = (async () => {
    const startedAt = performance.now()
    for (let started = 0; !isStopped; await sleep(5)) {
      const due = Math.floor(((performance.now() - startedAt) * perSecond) / 1_000)
      for (; started < due && !isStopped; started += 1) startNext()
    }
  })()

  function summary(): Summary {
    const requests = times.length
    return {
      requests,
      statuses,
      faults,
      p99Ms: Math.round(percentile(times, 99)),
      maxMs: Math.round(Math.max(0, ...times)),
      refusedMs: Math.round(Math.max(0, ...refusals)),
      lastFailureAt,
    }
  }

  return {
    summary,
    async stop() {
      isStopped = true
      await running
      await Promise.all(pending)
      return summary()
    },
  }
}

/** Checks that every request was answered with 200 or 503; returns how many got 503. */
export function checkOnlyRefused(summary: Summary, check: Check): number {
  const { 200: fine = 0, 503: refused = 0 } = summary.statuses
  const figure = `${describeLoad(summary)} ${summary.faults[0] ?? ''}`
  check('only 200 and 503', fine + refused === summary.requests, figure)
  return refused
}

/** Formats a summary: '812 requests: 200 × 800, 503 × 12'. */
export function describeLoad({ requests, statuses }: Summary): string {
  const parts = Object.entries(statuses).map(([status, count]) => `${status} × ${count}`)
  return `${requests} requests: ${parts.join(', ')}`
}
