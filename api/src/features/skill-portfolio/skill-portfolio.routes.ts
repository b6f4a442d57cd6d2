import {
  getSkillPortfolio,
  getSkillProfile,
  getSkillVisibility,
  putSkillPortfolio,
  putSkillVisibility,
} from '@foyer/contract/profile/skill-portfolio'
import {
  addAttachment,
  addSubmission,
  getAttachment,
  getSubmission,
  listSubmissions,
} from '@foyer/contract/profile/submissions'
import { Failure } from '../../kernel/failure.ts'
import { readReplica } from '../../kernel/replica/read-replica.ts'
import type { Serve, Services } from '../../services.ts'
import { findAttachment } from './attachment-rows.ts'
import { attach, readAttachment } from './attachments.ts'
import { replacePortfolio, setVisibility } from './own-portfolio.ts'
import { findPortfolio } from './portfolios.ts'
import { readSkillProfile } from './skill-profile.ts'
import { findPostedSubmission } from './submission-rows.ts'
import { listOwnSubmissions, readSubmission, submit } from './submissions.ts'

export function skillPortfolioRoutes(serve: Serve, services: Services): void {
  const { db } = services
  serve(getSkillPortfolio, ({ caller }) => findPortfolio(db, caller.userId))
  serve(putSkillPortfolio, (given) => replacePortfolio(services, given))
  serve(getSkillVisibility, async ({ caller }) => {
    const { isPublic } = await findPortfolio(db, caller.userId)
    return { isPublic }
  })
  serve(putSkillVisibility, (given) => setVisibility(services, given))
  serve(getSkillProfile, ({ params }) =>
    readReplica(db, (reader) => readSkillProfile(reader, params.username)),
  )
  serve(listSubmissions, ({ caller, query }) => listOwnSubmissions(services, caller, query))
  serve(getSubmission, ({ caller, params }) => readSubmission(services, caller, params.id))
  serve(getAttachment, ({ caller, params }) => readAttachment(services, caller, params.id))
  serve(addSubmission, (given) => submit(services, given), {
    replay: async (id, { client }) => found(await findPostedSubmission(db, { id, clientId: client.id })),
  })
  serve(addAttachment, (given) => attach(services, given), {
    replay: async (id) => found(await findAttachment(db, id)),
  })
}

/** A created object disappears when its user is deleted. */
function found<T>(made: T | undefined): T {
  if (made === undefined) throw new Failure('not-found')
  return made
}
