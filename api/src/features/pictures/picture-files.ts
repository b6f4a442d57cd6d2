/** The files of pictures of users. */
import { deletePictureRows, listUnusedPictures } from '../../identity/users/pictures.ts'
import { ownedFiles } from '../../kernel/storage/owned-files.ts'

export const pictureFiles = ownedFiles<{ id: string }>({
  keyOf: ({ id }) => ({ area: 'pictures', id, ending: 'webp' }),
  deleteRows: deletePictureRows,
  listUnused: listUnusedPictures,
})
