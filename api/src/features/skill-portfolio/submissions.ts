/** Accepts the work that platforms submit for their users, and lists it for the users. */
import { allPages, listAllMax } from '@foyer/contract/lists/paging'
import type { Submission, SubmissionData } from '@foyer/contract/profile/submissions'
import type { Page } from '@foyer/contract/routes/route'
import type { PlatformClient } from '../../identity/credentials/platform-clients.ts'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { Failure } from '../../kernel/failure.ts'
import type { NoteMade } from '../../kernel/limits/idempotency.ts'
import type { Services } from '../../services.ts'
import {
  countSubmissions,
  findPostedSubmission,
  findSubmission,
  insertSubmission,
  listSubmissionsOf,
  submissionsMax,
} from './submission-rows.ts'

export async function readSubmission({ db }: Services, { userId }: Caller, id: string): Promise<Submission> {
  const submission = await findSubmission(db, { id, userId })
  if (!submission) throw new Failure('not-found')
  return submission
}

export async function listOwnSubmissions(
  { db }: Services,
  { userId }: Caller,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<Page<Submission>> {
  const isAll = page === allPages
  const { items, total } = await listSubmissionsOf(
    db,
    userId,
    isAll ? { limit: listAllMax, offset: 0 } : { limit: pageSize, offset: (page - 1) * pageSize },
  )
  return { items, page, pageSize: isAll ? total : pageSize, total }
}

type Posted = {
  client: PlatformClient
  body: SubmissionData & { user: string; submittedAt?: string | undefined }
  noteMade: NoteMade
}

/** Stores a submission. A user who is not a member of the client's platforms gets the answer of an unknown user. */
export async function submit(
  { db }: Services,
  { client, body: { user: userId, submittedAt, ...data }, noteMade }: Posted,
): Promise<Submission> {
  if (client.external) throw new Failure('no-access')
  return db.transaction().execute(async (trx) => {
    const id = await insertSubmission(trx, {
      userId,
      clientId: client.id,
      platforms: client.platforms,
      data,
      submittedAt: submittedAt ? new Date(submittedAt) : null,
    })
    if (id === undefined) throw new Failure('not-found')
    if ((await countSubmissions(trx, userId)) > submissionsMax) throw new Failure('list-full')
    await noteMade(trx, id)
    const stored = await findPostedSubmission(trx, { id, clientId: client.id })
    if (!stored) throw new Failure('not-found')
    return stored
  })
}
