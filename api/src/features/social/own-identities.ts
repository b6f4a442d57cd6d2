/** Lists the caller's linked accounts of social providers, and removes one. */
import type { listIdentities as listRoute, removeIdentity } from '@foyer/contract/routes/identities'
import type { Result } from '@foyer/contract/routes/route'
import type { SocialProvider } from '@foyer/contract/social/providers'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import { findTimeZone } from '../../identity/sessions/known-browsers.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { listIdentities, removeIdentities } from '../../identity/users/identities.ts'
import { recordEvent } from '../../kernel/audit.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestTo, Services } from '../../services.ts'
import { requireWayIn } from '../accounts/ways-in.ts'
import { notifyOwner } from './link-identity.ts'

export async function listOwnIdentities(
  { db }: Services,
  { userId }: Caller,
): Promise<Result<typeof listRoute>> {
  const identities = await listIdentities(db, userId)
  return identities.map(({ provider, email, createdAt }) => ({
    provider: provider as SocialProvider,
    email,
    linkedAt: createdAt.toISOString(),
  }))
}

/** Removes a linked account. Refuses to remove the only means by which the user can sign in. */
export async function removeOwnIdentity(
  services: Services,
  { params: { provider }, caller, requestContext }: RequestTo<typeof removeIdentity>,
): Promise<undefined> {
  const { userId, sessionId, platform } = caller
  await changeAsUser(services, caller, async (trx) => {
    const user = await findUser(trx, { id: userId })
    if (!user) throw new Failure('session-ended')
    if ((await removeIdentities(trx, userId, provider)).length === 0) return
    await requireWayIn(trx, user)
    const recorded = { requestContext, userId, sessionId, platform, details: { provider } }
    await recordEvent(trx, { event: 'social-unlinked', ...recorded })
    const timeZone = (await findTimeZone(trx, { userId })) ?? requestContext.timeZone
    const notice = { user, provider, platform, requestContext, timeZone }
    await notifyOwner(trx, services.outbox, 'social-unlinked', notice)
  })
  return undefined
}
