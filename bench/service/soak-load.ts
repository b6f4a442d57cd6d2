/** Mixes the calls of a day: sign-ins, renewals, codes for platforms, look-ups, profiles, codes by SMS and sign-outs. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchUser } from './add-users.ts'
import type { HttpClient } from './http-client.ts'
import { measure, percentile } from './measure.ts'
import { handOver, lookUp, readProfile, refresh, sendOtp, signIn, type Tokens } from './service-calls.ts'

/** A user with an open session, unless none is open yet. */
type Actor = { user: BenchUser; tokens: Tokens | null; renewedAt: number; isBusy: boolean }

export type SoakLoad = {
  /** Sends as much as the service answers; returns calls a second. */
  measureCapacity(seconds: number): Promise<number>
  /** Sends this many calls a second until `signal` is aborted. */
  run(perSecond: number, signal: AbortSignal): Promise<SoakSummary>
}

export type SoakSummary = { calls: number; refused: Map<string, number>; p99Ms: number }

/** Half the life of an access token. */
const renewAfterMs = 300_000
const inFlight = 12
/** The last durations, from which p99 is read; a long run must not make this process grow. */
const keptTimes = 100_000

export function openSoakLoad(
  client: HttpClient,
  users: readonly BenchUser[],
  otpUsers: readonly BenchUser[],
): SoakLoad {
  const actors = users.map((user): Actor => ({ user, tokens: null, renewedAt: 0, isBusy: false }))
  let nextActor = 0
  let nextOtpUser = 0

  async function act(actor: Actor): Promise<void> {
    const { user, tokens } = actor
    const random = Math.random()
    if (random < 0.05) return void (await sendOtp(client, otpUsers[nextOtpUser++ % otpUsers.length] ?? user))
    if (random < 0.2) return void (await lookUp(client, user))
    if (!tokens || random < 0.4) return startAgain(actor)
    if (random < 0.7 || performance.now() - actor.renewedAt > renewAfterMs) return renew(actor, tokens)
    if (random < 0.9) return void (await handOver(client, tokens))
    await readProfile(client, tokens)
  }

  async function startAgain(actor: Actor): Promise<void> {
    const { tokens } = actor
    actor.tokens = null
    if (tokens) await signOut(tokens)
    actor.tokens = await signIn(client, actor.user)
    actor.renewedAt = performance.now()
  }

  async function renew(actor: Actor, tokens: Tokens): Promise<void> {
    actor.tokens = null
    actor.tokens = await refresh(client, tokens)
    actor.renewedAt = performance.now()
  }

  async function signOut({ access_token }: Tokens): Promise<void> {
    const { status } = await client.ask('POST', '/api/auth/logout', {
      headers: { authorization: `Bearer ${access_token}` },
    })
    if (status >= 300) throw new Error(`/api/auth/logout: ${status}`)
  }

  function takeActor(): Actor | undefined {
    for (let tries = 0; tries < actors.length; tries += 1) {
      const actor = actors[nextActor++ % actors.length]
      if (actor && !actor.isBusy) return actor
    }
    return undefined
  }

  async function actNext(): Promise<void> {
    const actor = takeActor()
    if (!actor) return
    actor.isBusy = true
    await act(actor).finally(() => {
      actor.isBusy = false
    })
  }

  return {
    async measureCapacity(seconds) {
      return (await measure(actNext, { inFlight, seconds, warmUpSeconds: 5 })).perSecond
    },
    async run(perSecond, signal) {
      const times: number[] = []
      const refused = new Map<string, number>()
      const pending = new Set<Promise<void>>()
      let calls = 0
      const startedAt = performance.now()
      for (let started = 0; !signal.aborted; await sleep(10)) {
        const due = Math.floor(((performance.now() - startedAt) * perSecond) / 1_000)
        for (; started < due; started += 1) {
          const sentAt = performance.now()
          const done = actNext()
            .catch((error: Error) => {
              // The path and the status, without ids.
              const what = /^[\w/-]+: \d+/.exec(error.message)?.[0] ?? error.name
              refused.set(what, (refused.get(what) ?? 0) + 1)
            })
            .finally(() => {
              calls += 1
              times[calls % keptTimes] = performance.now() - sentAt
              pending.delete(done)
            })
          pending.add(done)
        }
      }
      await Promise.all(pending)
      return { calls, refused, p99Ms: percentile(times.filter(Boolean), 99) }
    },
  }
}
