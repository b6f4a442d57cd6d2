/** What servers, load balancers and tools ask for, for the page of the API. */
import { isLive, isReady, jwks, openapi } from '@foyer/contract/routes/operations'
import { type ApiSection, describeRoute } from './describe-route.ts'

export const operationsSections: readonly ApiSection[] = [
  {
    name: 'Operations',
    description: 'For servers, load balancers and tools.',
    routes: [
      describeRoute(
        jwks,
        'Fetch again when a token names a `kid` that is not in it; keep it for an hour otherwise.',
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
      describeRoute(isLive, 'Touches nothing but the process: restart it when this does not answer.', {
        result: { status: 'ok', version: '0.1.0', build: '029781f2c4d8' },
      }),
      describeRoute(isReady, 'Send requests elsewhere while this answers 503.', { result: { status: 'ok' } }),
      describeRoute(openapi, 'The document behind this page.', { result: { openapi: '3.1.0' } }),
    ],
  },
]
