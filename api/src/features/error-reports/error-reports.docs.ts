/** Describes the routes of error reports in /docs. */
import { reportError } from '@foyer/contract/routes/error-reports'
import { type ApiSection, describeRoute } from '../../kernel/http/describe-route.ts'

export const errorReportsDocs: readonly ApiSection[] = [
  {
    name: 'Error reports',
    description:
      'Errors of Foyer’s own pages, for the operator. Foyer stores no address, no device and no user with them, and deletes them 30 days after the last report of an error.',
    routes: [
      describeRoute(
        reportError,
        'Takes 30 reports an hour from one network address. Foyer removes URL queries, emails, long numbers, tokens and quoted text from `message`, drops frames outside of its own scripts, and counts equal errors. A report of kind `script` alone says that a page can load no script.',
        {
          body: {
            kind: 'error',
            message: 'Cannot read properties of undefined (reading ‘focus’)',
            frames: [{ name: 'focusField', file: '/assets/first-DkfP3x_9.js', line: 1, column: 20481 }],
            page: '/reset-password/:uuid/:token/:timestamp',
            build: 'de7ab7d0c1f2',
          },
        },
      ),
    ],
  },
]
