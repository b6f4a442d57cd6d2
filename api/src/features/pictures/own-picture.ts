/** Replaces and removes the user's own picture. */
import type { Kysely } from 'kysely'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import { findPicture, replacePicture } from '../../identity/users/pictures.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { pictureFiles } from '../../kernel/storage/owned-files.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { checkUpload, type UploadedFile } from '../../kernel/uploads/check-upload.ts'
import type { MalwareScan } from '../../kernel/uploads/malware-scan.ts'

type Resources = { db: Kysely<Tables>; storage: Storage; malwareScan: MalwareScan | null }

export async function uploadPicture(
  resources: Resources,
  caller: Caller,
  file: UploadedFile,
): Promise<{ picture: string }> {
  const { db, malwareScan } = resources
  const made = await checkUpload(file, { userId: caller.userId, malwareScan, shape: 'square' })
  await pictureFiles.store(resources, made, {}, (id) => replace(resources, caller, id))
  return { picture: (await findPicture(db, caller.userId)) ?? '' }
}

export async function removePicture(resources: Resources, caller: Caller): Promise<undefined> {
  await replace(resources, caller, null)
  return undefined
}

async function replace(resources: Resources, caller: Caller, id: string | null): Promise<void> {
  const before = await changeAsUser(resources, caller, (trx) => replacePicture(trx, caller.userId, id))
  // The files before are shown nowhere. A failed deletion leaves rows, for the job.
  await pictureFiles.deleteUnowned(resources, before).catch(() => {})
}
