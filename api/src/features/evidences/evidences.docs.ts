/** Describes the evidences of a profile in /docs. */
import {
  type Evidence,
  evidenceRoutes,
  evidenceSections,
  evidencesMax,
  evidencesOfUserMax,
} from '@foyer/contract/profile/evidences'
import { type ApiSection, describeRoute } from '../../kernel/http/describe-route.ts'
import { uploadInWords } from '../../kernel/uploads/upload-words.ts'

const example: Evidence = {
  id: '7c1e5a90-2d4b-4f86-a3c7-58e0b9d6f214',
  type: 'application/pdf',
  size: 184_233,
  createdAt: '2026-11-22T09:30:00.000Z',
}

export const evidencesDocs: readonly ApiSection[] = evidenceSections.map((section) => {
  const { list: listRoute, add, download, remove } = evidenceRoutes[section]
  return {
    name: `Evidences of ${section}`,
    description: `Scans and documents that prove an entry, at most ${evidencesMax} each and ${evidencesOfUserMax} of a user. The owner alone gets them.`,
    routes: [
      describeRoute(listRoute, 'The oldest stands first; all of them unless a page is asked for.', {
        items: [example],
      }),
      describeRoute(
        add,
        `Takes a ${uploadInWords(add)}; the content decides the type. A picture is made anew as WebP without metadata, 2,000 pixels wide or high at most. A PDF is stored as it is, and nothing looks into it: it may run a script where it is opened.`,
        { result: example },
      ),
      describeRoute(
        download,
        'Answers the file as a download. An evidence of another user is answered like an unknown one.',
      ),
      describeRoute(remove, 'Deletes the file, too.'),
    ],
  }
})
