/** Replaces a user's skill portfolio, and shows or hides it. */
import type { SkillPortfolio } from '@foyer/contract/profile/skill-portfolio'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import { findProfile, openProfile } from '../profile/profiles.ts'
import { identify } from './item-ids.ts'
import { lockPortfolio, savePortfolio } from './portfolios.ts'
import { foreignSubmissions } from './submission-rows.ts'

type Change<Body> = {
  caller: Caller
  body: Body
  requireMatch(current: Body): void
  requestContext: RequestContext
}

export async function replacePortfolio(
  services: Services,
  { caller, body, requireMatch, requestContext }: Change<SkillPortfolio>,
): Promise<SkillPortfolio> {
  const { userId } = caller
  return changeAsUser(services, caller, async (trx) => {
    const current = await lockPortfolio(trx, userId)
    requireMatch(current)
    const foreign = await foreignSubmissions(
      trx,
      userId,
      body.items.flatMap(({ submissionId }) => submissionId ?? []),
    )
    if (foreign.length > 0) {
      const index = body.items.findIndex(({ submissionId }) => submissionId && foreign.includes(submissionId))
      throw new Failure('invalid-request', {
        fields: { [`items.${index}.submissionId`]: 'Choose one of your submissions' },
      })
    }
    const changed = { ...body, items: identify(body.items, current.items) }
    await store(trx, { caller, requestContext }, current, changed)
    return changed
  })
}

type Visibility = { isPublic: boolean }

export async function setVisibility(
  services: Services,
  { caller, body, requireMatch, requestContext }: Change<Visibility>,
): Promise<Visibility> {
  return changeAsUser(services, caller, async (trx) => {
    const current = await lockPortfolio(trx, caller.userId)
    requireMatch({ isPublic: current.isPublic })
    await store(trx, { caller, requestContext }, current, { ...current, ...body })
    return body
  })
}

type By = Pick<Change<unknown>, 'caller' | 'requestContext'>

async function store(
  trx: Db,
  { caller: { userId, sessionId }, requestContext }: By,
  current: SkillPortfolio,
  changed: SkillPortfolio,
): Promise<void> {
  await savePortfolio(trx, userId, changed)
  if (changed.isPublic === current.isPublic) return
  if (changed.isPublic) await requireUsername(trx, userId)
  const event = changed.isPublic ? 'skill-profile-shown' : 'skill-profile-hidden'
  await recordEvent(trx, { event, requestContext, userId, sessionId })
}

/**
 * Makes the username if it is missing, because a public skill profile needs one. Usually the first read of a profile
 * makes it.
 */
async function requireUsername(trx: Db, userId: string): Promise<void> {
  if (await findProfile(trx, userId)) return
  const user = await findUser(trx, { id: userId })
  if (!user) throw new Failure('session-ended')
  await openProfile(trx, user)
}
