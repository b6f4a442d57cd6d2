/** Describes the route of feature toggles in /docs. */
import { getFeatureToggles } from '@foyer/contract/routes/toggles'
import { type ApiSection, describeRoute } from '../../kernel/http/describe-route.ts'

export const togglesDocs: readonly ApiSection[] = [
  {
    name: 'Feature toggles',
    description: 'The feature toggles of the operator.',
    routes: [
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
