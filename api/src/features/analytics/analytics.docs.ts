/** Describes the routes of analytics in /docs. */
import { identify, setAttribute, trackEvents } from '@foyer/contract/routes/analytics'
import { getSignupTracking, putSignupTracking } from '@foyer/contract/routes/signup-tracking'
import { type ApiSection, describeRoute, exampleUser } from '../../kernel/http/describe-route.ts'

const { uuid, email, firstName, lastName, fullName: name } = exampleUser
const tracking = { email: email ?? '', name, uuid, source: 'spring-campaign' }

export const analyticsDocs: readonly ApiSection[] = [
  {
    name: 'Tracking of sign-ups',
    description: 'The tracking record of a sign-up.',
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
]
