/** The files of evidences. */
import { ownedFiles } from '../../kernel/storage/owned-files.ts'
import { deleteEvidenceRows, listUnusedEvidences, type StoredEvidence } from './evidence-rows.ts'

export const evidenceFiles = ownedFiles<Pick<StoredEvidence, 'id' | 'ending'>>({
  keyOf: ({ id, ending }) => ({ area: 'evidences', id, ending }),
  deleteRows: deleteEvidenceRows,
  listUnused: listUnusedEvidences,
})
