/** Serves stored pictures. Their ids are random and their bytes never change. */
import { getOwnPicture, getPicture, putOwnPicture, removeOwnPicture } from '@foyer/contract/routes/pictures'
import type { Kysely } from 'kysely'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { findPicture } from '../../identity/users/pictures.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Serve } from '../../kernel/http/serve.ts'
import { pictureFiles } from '../../kernel/storage/owned-files.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import type { MalwareScan } from '../../kernel/uploads/malware-scan.ts'
import { removePicture, uploadPicture } from './own-picture.ts'

export function picturesRoutes<Client>(
  serve: Serve<Caller, Client>,
  resources: { db: Kysely<Tables>; storage: Storage; malwareScan: MalwareScan | null },
): void {
  const { db } = resources
  serve(getOwnPicture, async ({ caller }) => ({ picture: await findPicture(db, caller.userId) }))
  serve(putOwnPicture, ({ caller, file }) => uploadPicture(resources, caller, file))
  serve(removeOwnPicture, ({ caller }) => removePicture(resources, caller))
  serve(getPicture, ({ params: { id } }) => pictureFiles.getPublic(resources, id))
}
