/**
 * What the service acknowledged to its clients, and whether it still stands. What was asked without an answer may have
 * happened or not; what was answered must have.
 */

import type { Check } from '../fault.ts'
import type { Client, Tokens } from './client.ts'

export type Journal = {
  /** A session that was opened or renewed: these tokens are the last acknowledged. */
  keep(key: string, tokens: Tokens): void
  /** The same for the session of a platform, which is renewed with the platform's credentials. */
  keepPlatforms(key: string, tokens: Tokens): void
  latest(key: string): Tokens | undefined
  minted(code: string): void
  redeemed(code: string): void
  /** Asks the service about all of it. Once only for codes: a replay ends what the code gave. */
  checkSessions(client: Client, check: Check): Promise<void>
  checkCodes(client: Client, check: Check): Promise<void>
}

export function openJournal(): Journal {
  const sessions = new Map<string, Tokens>()
  const platforms = new Set<string>()
  const redemptions = new Map<string, number>()
  let lost = 0
  let looks = 0

  return {
    keep: (key, tokens) => void sessions.set(key, tokens),
    keepPlatforms(key, tokens) {
      platforms.add(key)
      sessions.set(key, tokens)
    },
    latest: (key) => sessions.get(key),
    minted: (code) => void redemptions.set(code, 0),
    redeemed: (code) => void redemptions.set(code, (redemptions.get(code) ?? 0) + 1),

    async checkSessions(client, check) {
      const faults: string[] = []
      const open = [...sessions]
      const look = async (): Promise<void> => {
        for (let next = open.pop(); next; next = open.pop()) {
          const [key, { refreshToken }] = next
          looks += 1
          const renew = platforms.has(key) ? client.refreshAsPlatform : client.refresh
          const { status, data, fault } = await renew(refreshToken)
          if (data) sessions.set(key, data)
          else {
            lost += 1
            sessions.delete(key)
            faults.push(`${status} ${fault}`)
          }
        }
      }
      await Promise.all(Array.from({ length: 16 }, look))
      check(
        'every acknowledged session and refresh token stands (all looks so far)',
        lost === 0,
        `${looks - lost}/${looks} ${faults[0] ?? ''}`,
      )
    },

    async checkCodes(client, check) {
      let twice = 0
      let gone = 0
      for (const [code, acknowledged] of redemptions) {
        let count = acknowledged
        for (let tries = 0; tries < 2; tries += 1) {
          const { status } = await client.exchange(code)
          if (status === 200) count += 1
          else if (status !== 400) gone += 1
        }
        if (count > 1) twice += 1
      }
      check('no code is redeemed twice', twice === 0 && gone === 0, `${twice}/${redemptions.size}`)
    },
  }
}
