/** Takes files for submissions from the platform that handed them in, and sends them to their user. */
import type { Attachment } from '@foyer/contract/profile/submissions'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import type { PlatformClient } from '../../identity/tokens/platform-clients.ts'
import { Failure } from '../../kernel/failure.ts'
import type { NoteMade } from '../../kernel/limits/idempotency.ts'
import { typeOf } from '../../kernel/storage/storage.ts'
import { checkUpload, type UploadedFile } from '../../kernel/uploads/check-upload.ts'
import type { Services } from '../../services.ts'
import { attachmentFiles } from './attachment-files.ts'
import { findAttachment, findOwnAttachment, giveAttachment, insertAttachment } from './attachment-rows.ts'
import { findPostedOwner, lockPostedSubmission } from './submission-rows.ts'

type Posted = {
  client: PlatformClient
  params: { id: string }
  file: UploadedFile
  noteMade: NoteMade
}

/** The row is written before the file: a crash leaves a row without a submission, and a job deletes both. */
export async function attach(
  { db, storage, malwareScan }: Services,
  { client, params, file, noteMade }: Posted,
): Promise<Attachment> {
  const posted = { id: params.id, clientId: client.id }
  const owner = await findPostedOwner(db, posted)
  if (!owner) throw new Failure('not-found')
  const { ending, bytes } = await checkUpload(file, {
    userId: owner.userId,
    malwareScan,
    shape: 'page',
  })
  const fileName = `${owner.title}.${ending}`
  const id = await insertAttachment(db, { fileName, type: typeOf({ ending }), ending, bytes: bytes.length })
  await storage.put(attachmentFiles.keyOf({ id, ending }), bytes)
  try {
    return await db.transaction().execute(async (trx) => {
      if (!(await lockPostedSubmission(trx, posted))) throw new Failure('not-found')
      if (!(await giveAttachment(trx, { id, submissionId: params.id }))) throw new Failure('list-full')
      await noteMade(trx, id)
      const stored = await findAttachment(trx, id)
      if (!stored) throw new Failure('not-found')
      return stored
    })
  } catch (error) {
    // The job would delete it a day later.
    if (error instanceof Failure) await attachmentFiles.delete({ db, storage }, [{ id, ending }])
    throw error
  }
}

/** null for an unknown id, which the answer makes a 404. */
export async function readAttachment({ db, storage }: Services, { userId }: Caller, id: string) {
  const attachment = await findOwnAttachment(db, { id, userId })
  const file = attachment && (await storage.get(attachmentFiles.keyOf(attachment)))
  return file ? { ...file, cache: 'private' as const, fileName: attachment.fileName } : null
}
