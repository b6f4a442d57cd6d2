/** The files of submissions. */
import { ownedFiles } from '../../kernel/storage/owned-files.ts'
import { type AttachmentFile, deleteAttachmentRows, listUnusedAttachments } from './attachment-rows.ts'

export const attachmentFiles = ownedFiles<Pick<AttachmentFile, 'id' | 'ending'>>({
  keyOf: ({ id, ending }) => ({ area: 'attachments', id, ending }),
  deleteRows: deleteAttachmentRows,
  listUnused: listUnusedAttachments,
})
