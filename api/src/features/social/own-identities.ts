/** Lists the caller's linked accounts of social providers, links one, and removes one. */

import { platformPolicies } from '@foyer/contract/platform-policies'
import type { Platform } from '@foyer/contract/platforms'
import type {
  beginIdentityLink,
  linkIdentity,
  listIdentities as listRoute,
  removeIdentity,
} from '@foyer/contract/routes/identities'
import type { Result } from '@foyer/contract/routes/route'
import { socialToggle, socialToggleId } from '@foyer/contract/routes/toggles'
import type { SocialProvider } from '@foyer/contract/social/providers'
import * as v from 'valibot'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import { findTimeZone } from '../../identity/sessions/known-browsers.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { addIdentity, listIdentities, removeIdentities } from '../../identity/users/identities.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { RequestTo, Services } from '../../services.ts'
import { countWaysIn, requireWayIn } from '../accounts/ways-in.ts'
import type { FeatureToggles } from '../toggles/feature-toggles.ts'
import { listLastUses } from './identity-uses.queries.ts'
import { notifyOwner } from './link-identity.ts'
import { createTicket } from './link-tickets.ts'
import { findReference } from './references.ts'

export async function listOwnIdentities(
  { db, config }: Services,
  toggles: FeatureToggles,
  { userId, platform }: Caller,
): Promise<Result<typeof listRoute>> {
  const user = await findUser(db, { id: userId })
  if (!user) throw new Failure('session-ended')
  const held = await listIdentities(db, userId)
  const uses = await listLastUses(db, userId)
  const isLastWayIn = held.length === 1 && (await countWaysIn(db, user)) === 1
  const offered = await offeredProviders(config, toggles, platform)
  return {
    linked: held.map(({ provider, email, createdAt }) => ({
      provider: provider as SocialProvider,
      email,
      linkedAt: createdAt.toISOString(),
      lastUsedAt:
        uses.find((use) => use.provider === provider && use.at >= createdAt)?.at.toISOString() ?? null,
      isLastWayIn,
    })),
    linkable: offered.filter((provider) => !held.some((identity) => identity.provider === provider)),
  }
}

/** Returns the providers that the forms of a platform offer. */
async function offeredProviders(
  { social: { configured } }: Services['config'],
  toggles: FeatureToggles,
  platform: Platform,
): Promise<readonly SocialProvider[]> {
  if (!platformPolicies[platform].offersSocial) return []
  const { success, output } = v.safeParse(socialToggle, (await toggles.all())[socialToggleId])
  if (!success || !output.enabled.web) return []
  return configured.filter((provider) => output.providers.includes(provider))
}

/** Gives the page a ticket with which the browser goes to the provider. */
export async function beginLink(
  services: Services,
  toggles: FeatureToggles,
  { params: { provider }, caller: { userId, sessionId, platform } }: RequestTo<typeof beginIdentityLink>,
): Promise<Result<typeof beginIdentityLink>> {
  const { db, config } = services
  if (!(await offeredProviders(config, toggles, platform)).includes(provider)) throw new Failure('no-access')
  if ((await listIdentities(db, userId)).some((identity) => identity.provider === provider))
    throw new Failure('provider-linked')
  return { ticket: await createTicket(services, { sessionId, provider }) }
}

const notLinked = () =>
  new Failure('social-failed', { detail: 'The account could not be linked. Please try again.' })

/** Links the identity of a reference that this session began. A repetition with the same identity changes nothing. */
export async function linkOwnIdentity(
  services: Services,
  {
    params: { provider },
    body: { accessToken },
    caller,
    requestContext,
    flowBrowser: browserHash,
  }: RequestTo<typeof linkIdentity>,
): Promise<undefined> {
  const { sessionId: linkSession } = caller
  const given = { provider, accessToken, purpose: 'link', browserHash, linkSession } as const
  const proven = await findReference(services, given)
  if (!proven) throw notLinked()
  const { identity } = proven
  await changeAsUser(services, caller, async (trx) => {
    const { userId } = caller
    const user = await findUser(trx, { id: userId })
    if (!user) throw new Failure('session-ended')
    if (!(await proven.consume(trx))) throw notLinked()
    const held = (await listIdentities(trx, userId)).find((known) => known.provider === provider)
    if (held && held.subject !== identity.subject) throw new Failure('provider-linked')
    if (held) return
    if ((await addIdentity(trx, userId, identity)) !== userId) throw new Failure('identity-in-use')
    await noteChange(services, trx, 'social-linked', { user, provider, caller, requestContext })
  })
  return undefined
}

/** Removes a linked account. Refuses to remove the only means by which the user can sign in. */
export async function removeOwnIdentity(
  services: Services,
  { params: { provider }, caller, requestContext }: RequestTo<typeof removeIdentity>,
): Promise<undefined> {
  const { userId } = caller
  await changeAsUser(services, caller, async (trx) => {
    const user = await findUser(trx, { id: userId })
    if (!user) throw new Failure('session-ended')
    if ((await removeIdentities(trx, userId, provider)).length === 0) return
    await requireWayIn(trx, user)
    await noteChange(services, trx, 'social-unlinked', { user, provider, caller, requestContext })
  })
  return undefined
}

type Change = { user: User; provider: SocialProvider; caller: Caller; requestContext: RequestContext }

/** Records a change of the linked accounts and notifies the user, in case an attacker did it. */
async function noteChange(
  services: Services,
  trx: Db,
  event: 'social-linked' | 'social-unlinked',
  { user, provider, caller: { userId, sessionId, platform }, requestContext }: Change,
): Promise<void> {
  const recorded = { requestContext, userId, sessionId, platform, details: { provider } }
  await recordEvent(trx, { event, ...recorded })
  const timeZone = (await findTimeZone(trx, { userId })) ?? requestContext.timeZone
  await notifyOwner(services, trx, event, { user, provider, platform, requestContext, timeZone })
}
