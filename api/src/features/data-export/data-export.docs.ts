/** Describes the export of a user's data in /docs. */
import { downloadExport, getExport, requestExport } from '@foyer/contract/routes/data-export'
import { type ApiSection, describeRoute } from '../../kernel/http/describe-route.ts'

const waiting = {
  state: 'waiting',
  percent: 0,
  requestedAt: '2026-11-28T09:55:00.000Z',
  expiresAt: null,
} as const

export const dataExportDocs: readonly ApiSection[] = [
  {
    name: 'Export of your data',
    description:
      'For the user’s own session at Foyer. Two files, one to read and one for programs, contain everything that Foyer stores about the user, without password hashes, tokens and keys. A worker makes them in the background, usually within seconds; the user is told by email. The files are kept for seven days, and only their user can download them.',
    routes: [
      describeRoute(
        requestExport,
        'While an export waits, another request returns it. Otherwise it replaces the former export, whose files are gone then. A user may ask three times a day.',
        { result: waiting },
      ),
      describeRoute(
        getExport,
        'Ask every few seconds while `state` is `waiting`. After `failed`, ask for another export.',
        { result: { ...waiting, state: 'ready', percent: 100, expiresAt: '2026-12-05T09:55:08.000Z' } },
      ),
      describeRoute(downloadExport, 'Returns a download with `no-store`. 404 without a file that is ready.'),
    ],
  },
]
