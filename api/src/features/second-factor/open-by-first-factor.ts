/** Uses a kept first factor up and opens its session. */
import type { SignIn } from '../../identity/sessions/ask-second-factor.ts'
import { opensBy } from '../../identity/sessions/platforms-by-first-factor.ts'
import { type StartedSession, startSession } from '../../identity/sessions/start-session.ts'
import { consumeProof, type FirstFactor, isStillProven } from '../../identity/tokens/proof-tokens.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { chooseMembership } from '../../identity/users/memberships.ts'
import { noMembership } from '../../identity/users/no-membership.ts'
import { keepUser } from '../../identity/users/users.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Services } from '../../services.ts'

type Outcome = { kind: 'opened'; session: StartedSession; user: User } | { kind: 'refused'; error: Failure }

type Opened = Pick<SignIn, 'amr' | 'browser' | 'browserId' | 'requestContext' | 'mayNotify'>

const expired: Outcome = { kind: 'refused', error: new Failure('second-factor-expired') }

/**
 * Whatever ends the sessions of a user, such as a new password, has ended the first factor as well. Returns refusals instead of
 * throwing them, so that the transaction commits.
 */
export async function openByFirstFactor(
  trx: Db,
  services: Services,
  first: FirstFactor & { id: string },
  { amr, ...opened }: Opened,
): Promise<Outcome> {
  const { userId, provider } = first
  await keepUser(trx, userId)
  const user = await findUser(trx, { id: userId })
  if (!user || user.isDisabled || !(await isStillProven(trx, user, first))) return expired
  if (!(await consumeProof(trx, first))) return expired
  const platform = platformFor(services, user, first)
  if (!platform) {
    const recorded = { requestContext: opened.requestContext, userId, platform: first.platform }
    const proof = 'Your sign-in is right'
    return {
      kind: 'refused',
      error: await noMembership(trx, { user, proof, platform: first.platform }, recorded),
    }
  }
  const opening = await startSession(trx, services, {
    ...{ ...opened, user, platform, amr },
    ...(provider && { provider }),
  })
  return opening.kind === 'refused' ? opening : { ...opening, user }
}

/**
 * Returns the platform of the sign-in. A form that adds a platform to an account asks for the second factor before it adds
 * anything: its user arrives at a platform that the account has, and adds the other one there.
 */
function platformFor({ config }: Services, { platforms }: User, { amr, platform }: FirstFactor) {
  if (platforms.includes(platform)) return platform
  const held = platforms.filter((one) => opensBy(amr, one, config))
  return chooseMembership(held, { product: null, platform: undefined })
}
