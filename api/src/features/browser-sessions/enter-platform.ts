/** Applies the rules of a tap that enters a platform: on an account, a door, or the consent to add the platform. */
import type { continueSession } from '@foyer/contract/routes/browser-sessions'
import type { Given } from '@foyer/contract/routes/route'
import type { StartedSession } from '../../identity/sessions/start-session.ts'
import type { User } from '../../identity/users/find-user.ts'
import { noMembership } from '../../identity/users/no-membership.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import { addPlatform } from '../accounts/add-platform.ts'
import { refuseClosedPlatform } from '../accounts/closed-platform.ts'
import { entryTo, type Proof } from './decide-entry.ts'

type Tap = Omit<Given<typeof continueSession>['body'], 'account'>

export type Tapper = { browser: Browser; requestContext: RequestContext }

/** A refusal that a transaction returns instead of throwing, so that its event is stored. */
type Refused = { kind: 'refused'; error: Failure }

export type Outcome = { kind: 'opened'; session: StartedSession; user: User } | Refused

/** Refuses a tap in a frame, and one that adds a platform which is not open to sign-up. */
export async function refuseTap(
  { db }: Pick<Services, 'db'>,
  { platform, delivery, addPlatform: mayAdd }: Tap,
  { requestContext }: Tapper,
): Promise<void> {
  // Only the page knows its window: a platform may frame it, but cannot change what it says (N-168).
  if (delivery !== 'redirect' && delivery !== 'popup') throw new Failure('window-needed')
  if (mayAdd) await refuseClosedPlatform(db, { platform, isSignUp: true }, requestContext)
}

type Entering<P> = { user: User; proofs: readonly P[]; tap: Tap; requestContext: RequestContext }

/** Returns the proof that opens the platform, which is added if the user agreed. */
export async function enter<P extends Proof>(
  trx: Db,
  { config, outbox }: Services,
  { user, proofs, tap: { platform, addPlatform: mayAdd }, requestContext }: Entering<P>,
): Promise<Refused | { kind: 'entered'; source: P }> {
  const recorded = { requestContext, userId: user.id, platform }
  const { entry, source } = entryTo(platform, { user, proofs }, config)
  if (entry === 'prove-again') {
    await recordEvent(trx, { event: 'continue-refused', ...recorded, details: { cause: entry } })
    return { kind: 'refused', error: new Failure('proof-needed') }
  }
  if (source === null || (entry === 'add' && !mayAdd)) {
    const error = await noMembership(trx, { user, proof: 'You are signed in', platform }, recorded)
    return { kind: 'refused', error }
  }
  if (entry === 'add') await addPlatform(trx, outbox, { user, platform, requestContext })
  return { kind: 'entered', source }
}
