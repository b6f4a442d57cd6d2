/** Documents and analytics, for the page of the API. */
import { identify, setAttribute, trackEvents } from '@foyer/contract/routes/analytics'
import { getFeatureToggles, getSignupTracking, putSignupTracking } from '@foyer/contract/routes/documents'
import { type ApiSection, describeRoute, exampleUser } from './describe-route.ts'

const { uuid, email, firstName, lastName, fullName: name } = exampleUser
const tracking = { email: email ?? '', name, uuid, source: 'spring-campaign' }

export const recordSections: readonly ApiSection[] = [
  {
    name: 'Documents',
    description: 'What is kept of a sign-up, and what the operator has switched on.',
    routes: [
      describeRoute(
        getSignupTracking,
        'Of one’s own address only: any other is refused with 403, whether we know it or not.',
        { result: { data: tracking } },
      ),
      describeRoute(
        putSignupTracking,
        'Written once: `is_created` is false where there is a record already. `email` and `uuid` are those of the path and of the caller. Encrypted at rest.',
        { body: { data: tracking }, result: { isCreated: true } },
      ),
      describeRoute(
        getFeatureToggles,
        'For everybody, and the last good ones while the database is away. Ids and values come in the spelling they were set with. May be kept for a minute; carries an `ETag`.',
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
      'What the front end tells, to be handed on to the operator’s collector. Queries of addresses, email addresses, phone numbers and tokens are cut out of payloads; what names a person is encrypted.',
    routes: [
      describeRoute(
        identify,
        'Of oneself only. Events of this `X-Device-Id` belong to the person until the event `logout` comes from it.',
        {
          body: { uuid, email, firstName, lastName: lastName ?? '' },
        },
      ),
      describeRoute(setAttribute, 'The last value told for a name is the one that holds.', {
        body: { name: 'preferred_language', value: 'en' },
      }),
      describeRoute(
        trackEvents,
        'Up to fifty at once. A time that cannot be right becomes the time of arrival.',
        {
          body: {
            events: [{ event: 'sign_in_shown', payload: { page: '/login' }, at: '2026-03-01T09:29:58.000Z' }],
          },
        },
      ),
    ],
  },
]
