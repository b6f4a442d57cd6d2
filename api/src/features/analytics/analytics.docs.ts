/** Describes the routes of analytics in /docs. */
import { identify, setAttribute, trackEvents } from '@foyer/contract/routes/analytics'
import { type ApiSection, describeRoute, exampleUser } from '../../kernel/http/describe-route.ts'

const { uuid, email, firstName, lastName } = exampleUser

export const analyticsDocs: readonly ApiSection[] = [
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
