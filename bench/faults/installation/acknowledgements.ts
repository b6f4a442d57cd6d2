/**
 * Records what the service acknowledged to its clients, and checks that it is still true. A request without an answer
 * may have taken effect or not; an answered request must have.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Check } from '../fault.ts'
import type { Answer, Client, Tokens } from './client.ts'

export type Acknowledgements = {
  /** Records an opened or refreshed session with its latest tokens. */
  addSession(key: string, tokens: Tokens): void
  /** Records the session of a platform, which is refreshed with the platform's credentials. */
  addPlatformSession(key: string, tokens: Tokens): void
  latestTokens(key: string): Tokens | undefined
  /** Records a refresh without an answer: if it took effect, the former token works for another 30 s only. */
  addUnanswered(key: string): void
  /** Records that a session's end was asked for: from then on neither it nor its platforms' sessions need work. */
  addEnding(key: string): void
  /** Records that the end of a session was acknowledged. */
  addEnd(tokens: Tokens): void
  addCode(code: string): void
  addRedemption(code: string): void
  /** Refreshes every session. */
  checkSessions(client: Client, check: Check): Promise<void>
  /** Refreshes every session whose end was acknowledged. */
  checkEnds(client: Client, check: Check): Promise<void>
  /** Redeems every code. Call it once and last, because a replay ends the session that the code opened. */
  checkCodes(client: Client, check: Check): Promise<void>
}

const unavailable = [0, 503]

/** Repeats a refresh that the service refused for the moment, for at most 20 s: nothing is lost by a refusal. */
async function untilAnswered<T>(send: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send()
    if (!unavailable.includes(answer.status) || tries === 40) return answer
    await sleep(500)
  }
}

export function recordAcknowledgements(): Acknowledgements {
  const sessions = new Map<string, Tokens>()
  const platformKeys = new Set<string>()
  const ended: Tokens[] = []
  const unanswered = new Set<string>()
  let pastGrace = 0
  const redemptions = new Map<string, number>()
  let lost = 0
  let checked = 0

  return {
    addSession(key, tokens) {
      sessions.set(key, tokens)
      unanswered.delete(key)
    },
    addUnanswered: (key) => void unanswered.add(key),
    addPlatformSession(key, tokens) {
      platformKeys.add(key)
      sessions.set(key, tokens)
    },
    latestTokens: (key) => sessions.get(key),
    addEnding(key) {
      for (const each of sessions.keys())
        if (each === key || each.startsWith(`child of ${key} `)) sessions.delete(each)
    },
    addEnd: (tokens) => void ended.push(tokens),
    addCode: (code) => void redemptions.set(code, 0),
    addRedemption: (code) => void redemptions.set(code, (redemptions.get(code) ?? 0) + 1),

    async checkSessions(client, check) {
      const faults: string[] = []
      const open = [...sessions]
      const renewRest = async (): Promise<void> => {
        for (let next = open.pop(); next; next = open.pop()) {
          const [key, { refreshToken }] = next
          checked += 1
          const renew = platformKeys.has(key) ? client.refreshAsPlatform : client.refresh
          const { status, data, fault } = await untilAnswered(() => renew(refreshToken))
          const wasUnanswered = unanswered.delete(key)
          if (data) sessions.set(key, data)
          else {
            sessions.delete(key)
            if (wasUnanswered && status === 401) pastGrace += 1
            else {
              lost += 1
              faults.push(`${status} ${fault}`)
            }
          }
        }
      }
      await Promise.all(Array.from({ length: 16 }, renewRest))
      check(
        'every acknowledged session and refresh token still works (all checks so far)',
        lost === 0,
        `${checked - lost}/${checked}, ${pastGrace} ended, whose refresh had no answer ${faults[0] ?? ''}`,
      )
    },

    async checkEnds(client, check) {
      let open = 0
      for (const { refreshToken } of ended) if ((await client.refresh(refreshToken)).status !== 401) open += 1
      check('every acknowledged end of a session holds', open === 0, `${ended.length - open}/${ended.length}`)
    },

    async checkCodes(client, check) {
      let redeemedTwice = 0
      let unexpected = 0
      for (const [code, acknowledged] of redemptions) {
        let count = acknowledged
        for (let tries = 0; tries < 2; tries += 1) {
          const { status } = await client.exchange(code)
          if (status === 200) count += 1
          else if (status !== 400) unexpected += 1
        }
        if (count > 1) redeemedTwice += 1
      }
      check(
        'no code is redeemed twice',
        redeemedTwice === 0 && unexpected === 0,
        `${redeemedTwice}/${redemptions.size}`,
      )
    },
  }
}
