/** Describes the routes of documents, analytics and error reports in /docs. */
import { identify, setAttribute, trackEvents } from '@foyer/contract/routes/analytics'
import { getFeatureToggles, getSignupTracking, putSignupTracking } from '@foyer/contract/routes/documents'
import { reportError } from '@foyer/contract/routes/error-reports'
import { type ApiSection, describeRoute } from './describe-route.ts'
import { exampleUser } from './examples.ts'

const { uuid, email, firstName, lastName, fullName: name } = exampleUser
const tracking = { email: email ?? '', name, uuid, source: 'spring-campaign' }

export const recordSections: readonly ApiSection[] = [
  {
    name: 'Documents',
    description: 'The tracking record of a sign-up, and the feature toggles of the operator.',
    routes: [
      describeRoute(
        getSignupTracking,
        'Returns the record of the user’s own email. Any other email is refused with 403, whether it has an account or not.',
        { result: { data: tracking } },
      ),
      describeRoute(
        putSignupTracking,
        'Writes the record once; `is_created` is false if there was one already. `email` must be that of the path, and `uuid` that of the caller. The record is encrypted at rest.',
        { body: { data: tracking }, result: { isCreated: true } },
      ),
      describeRoute(
        getFeatureToggles,
        'Needs no token. While the database is unreachable, the last known toggles are returned. Ids and values keep the spelling they were set with. Cacheable for a minute; carries an `ETag`.',
        {
          result: {
            toggles: { socialAccountAuthentication: { enabled: { web: true }, providers: ['google'] } },
          },
        },
      ),
    ],
  },
  {
    name: 'Analytics',
    description:
      'Events of the front end, which Foyer can forward to the operator’s collector. Foyer removes URL queries, emails, phone numbers and tokens from payloads, and encrypts what identifies a user.',
    routes: [
      describeRoute(
        identify,
        'Identifies the caller only. Events of this `X-Device-Id` then belong to the user until the event `logout` arrives from it.',
        {
          body: { uuid, email, firstName, lastName: lastName ?? '' },
        },
      ),
      describeRoute(setAttribute, 'The last value of a name replaces earlier ones.', {
        body: { name: 'preferred_language', value: 'en' },
      }),
      describeRoute(
        trackEvents,
        'Takes up to fifty events. An implausible time is replaced by the time of arrival.',
        {
          body: {
            events: [{ event: 'sign_in_shown', payload: { page: '/login' }, at: '2026-03-01T09:29:58.000Z' }],
          },
        },
      ),
    ],
  },
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
