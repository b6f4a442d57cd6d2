/** Serves stored pictures. Their ids are random and their bytes never change. */
import { getOwnPicture, getPicture, putOwnPicture, removeOwnPicture } from '@foyer/contract/routes/pictures'
import type { Kysely } from 'kysely'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { findPicture } from '../../identity/users/pictures.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { publicFile } from '../../kernel/http/answers/file-answer.ts'
import type { Serve } from '../../kernel/http/serve.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import type { MalwareScan } from '../../kernel/uploads/malware-scan.ts'
import { removePicture, uploadPicture } from './own-picture.ts'
import { pictureFiles } from './picture-files.ts'

export function picturesRoutes<Client>(
  serve: Serve<Caller, Client>,
  resources: { db: Kysely<Tables>; storage: Storage; malwareScan: MalwareScan | null },
): void {
  const { db, storage } = resources
  serve(getOwnPicture, async ({ caller }) => ({ picture: await findPicture(db, caller.userId) }))
  serve(putOwnPicture, ({ caller, file }) => uploadPicture(resources, caller, file))
  serve(removeOwnPicture, ({ caller }) => removePicture(resources, caller))
  serve(getPicture, async ({ params: { id } }) => {
    if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return null
    const file = await storage.get(pictureFiles.keyOf({ id }))
    return file && publicFile(file, id)
  })
}
