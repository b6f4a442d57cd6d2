/**
 * Decides how an account that is signed in in a browser enters a platform (docs/decisions/browser-sessions.md). The checks
 * are in their order.
 */
import { platformPolicies } from '@foyer/contract/platform-policies'
import { type Platform, platformRow } from '@foyer/contract/platforms'
import type { SessionHere } from '../../identity/sessions/browser-sessions.ts'
import { opensBy } from '../../identity/sessions/platforms-by-first-factor.ts'
import { isActiveMemberOf } from '../../identity/users/account-status.ts'
import type { User } from '../../identity/users/find-user.ts'
import type { Config } from '../../kernel/config/config.ts'

type Rules = Pick<Config, 'staffOtp'>

export type Proof = Pick<SessionHere, 'amr' | 'authTime' | 'isRecent'>

/** `source` is the user's latest proof that opens the platform. */
type Decision<P> =
  | { entry: 'continue' | 'add'; source: P }
  | { entry: 'prove-again' | 'no-membership'; source: null }

/** `proofs` are the user's open sessions in this browser, or a proof that has opened none. */
export function entryTo<P extends Proof>(
  platform: Platform,
  { user, proofs }: { user: User; proofs: readonly P[] },
  config: Rules,
): Decision<P> {
  const isMember = isActiveMemberOf(user, platform)
  if (!isMember && (user.isDisabled || !isAddable(platform))) return { entry: 'no-membership', source: null }
  const [source] = proofs
    .filter(({ amr }) => opensBy(amr, platform, config))
    .filter(({ isRecent }) => isRecent || platformPolicies[platform].continuation === 'continue')
    .sort((a, b) => b.authTime.getTime() - a.authTime.getTime())
  if (!source) return { entry: isMember ? 'prove-again' : 'no-membership', source: null }
  return { entry: isMember ? 'continue' : 'add', source }
}

/** Returns whether a user may add the platform, as at a sign-up. */
export function isAddable(platform: Platform): boolean {
  return platformRow(platform).signUp === 'open'
}
