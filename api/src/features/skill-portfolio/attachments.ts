/** Takes files for submissions from the platform that handed them in, and sends them to their user. */
import { type Attachment, attachmentsMax } from '@foyer/contract/profile/submissions'
import type { PlatformClient } from '../../identity/credentials/platform-clients.ts'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { Failure } from '../../kernel/failure.ts'
import type { NoteMade } from '../../kernel/limits/idempotency.ts'
import { attachmentFiles } from '../../kernel/storage/owned-files.ts'
import { typeOf } from '../../kernel/storage/storage.ts'
import { checkUpload, type UploadedFile } from '../../kernel/uploads/check-upload.ts'
import type { Services } from '../../services.ts'
import { countAttachments, findAttachment, findOwnAttachment } from './attachment-rows.ts'
import { findPostedOwner, lockPostedSubmission } from './submission-rows.ts'

type Posted = {
  client: PlatformClient
  params: { id: string }
  file: UploadedFile
  noteMade: NoteMade
}

export async function attach(
  services: Services,
  { client, params, file, noteMade }: Posted,
): Promise<Attachment> {
  const { db, malwareScan } = services
  const posted = { id: params.id, clientId: client.id }
  const owner = await findPostedOwner(db, posted)
  if (!owner) throw new Failure('not-found')
  const made = await checkUpload(file, { userId: owner.userId, malwareScan, shape: 'page' })
  const { ending } = made
  const fileName = `${owner.title}.${ending}`
  const columns = { fileName, type: typeOf({ ending }), ending, bytes: made.bytes.length }
  return attachmentFiles.store(services, made, columns, (id) =>
    db.transaction().execute(async (trx) => {
      if (!(await lockPostedSubmission(trx, posted))) throw new Failure('not-found')
      if ((await countAttachments(trx, params.id)) >= attachmentsMax) throw new Failure('list-full')
      await attachmentFiles.give(trx, id, params.id)
      await noteMade(trx, id)
      const stored = await findAttachment(trx, id)
      if (!stored) throw new Failure('not-found')
      return stored
    }),
  )
}

/** null for an unknown id, which the answer makes a 404. */
export async function readAttachment(services: Services, { userId }: Caller, id: string) {
  const found = await findOwnAttachment(services.db, { id, userId })
  return attachmentFiles.getPrivate(services, found, found?.fileName ?? '')
}
