/** Describes the routes of tracking records and feature toggles in /docs. */
import { getFeatureToggles, getSignupTracking, putSignupTracking } from '@foyer/contract/routes/documents'
import { type ApiSection, describeRoute, exampleUser } from '../../kernel/http/describe-route.ts'

const { uuid, email, fullName: name } = exampleUser
const tracking = { email: email ?? '', name, uuid, source: 'spring-campaign' }

export const documentsDocs: readonly ApiSection[] = [
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
]
