/** Describes in /docs the routes for servers, load balancers and tools. */
import {
  getJwks,
  getLiveness,
  getOpenapi,
  getReadiness,
  unreadyReasons,
} from '@foyer/contract/routes/operations'
import { type ApiSection, describeRoute } from './kernel/http/describe-route.ts'

const reasons = unreadyReasons.map((reason) => `\`${reason}\``).join(', ')

export const operationsDocs: readonly ApiSection[] = [
  {
    name: 'Operations',
    description: 'For servers, load balancers and tools.',
    routes: [
      describeRoute(
        getJwks,
        'The public keys that access tokens are signed with. Cache them for an hour, and fetch them again when a token names a `kid` that is not among them.',
        {
          result: {
            keys: [
              {
                kty: 'EC',
                crv: 'P-256',
                kid: 'Xk2…',
                x: 'f83OJ3D2…',
                y: 'x_FEzRu9…',
                alg: 'ES256',
                use: 'sig',
              },
            ],
          },
        },
      ),
      describeRoute(
        getLiveness,
        'Checks only that the process answers. Restart it when this route does not answer.',
        {
          result: { status: 'ok', version: '0.1.0', build: '029781f2c4d8' },
        },
      ),
      describeRoute(
        getReadiness,
        `Checks that the service can do its work. Send no requests to this copy while it answers 503; \`errors.detail\` says why: ${reasons}.`,
        { result: { status: 'ok' } },
      ),
      describeRoute(getOpenapi, 'The OpenAPI document of this API.', { result: { openapi: '3.1.0' } }),
    ],
  },
]
