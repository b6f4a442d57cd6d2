/** Generates the OpenAPI 3.1 document from the contract. */
import { oauthOperations } from '@foyer/contract/oauth-routes/openid-endpoints'
import { pageOperations } from '@foyer/contract/page-routes/all-page-routes'
import { operations } from '@foyer/contract/routes/all-routes'
import type { Route } from '@foyer/contract/routes/route'
import { deviceIdHeader, sharedBrowserHeader, snakeCase, timeZoneHeader } from '@foyer/contract/wire'
import { ownClientId } from '../../../api/src/kernel/config/registry-client.ts'
import type { ApiSection } from '../../../api/src/kernel/http/describe-route.ts'
import { describeOAuthRoute } from './describe-oauth-route.ts'
import { describeOperation } from './describe-operation.ts'
import { describePageRoute } from './describe-page-route.ts'
import { failureSchemas } from './openapi-failures.ts'
import { pageMetaSchema } from './success-answers.ts'
import { type Json, namedWireSchemas } from './wire-schema.ts'

const introduction = `
Shared sign-in and accounts for a family of platforms. A platform needs one redirect and three routes; Foyer's own pages call the others. [The guide](/docs/guide) has a whole platform to copy.

1. Send the browser to \`/?platform=student&redirect-url=…&code_challenge=…&code_challenge_method=S256\`. It comes back with a \`code\`, valid for a minute.
2. Your server exchanges the code for a session and its user: \`exchangeCode\`.
3. Access tokens are JWTs. Verify them with the public keys of \`getJwks\`, without asking Foyer.
4. An access token is valid for minutes. Renew the session with \`refreshToken\`, end it with \`logout\`. A 401 at renewal means that the session is over.

All routes have these conventions:

- Bodies are JSON objects in snake_case; a request with an unknown field is refused. A result is in \`data\`, a refusal in \`errors\`, with a code for programs and a sentence for users.
- Expect new fields in the objects of answers, and new values in open lists.
- A list answers its entries in \`data\`, and \`page\`, \`page_size\` and \`total\` in \`meta\`. \`page=-1\` asks for all entries at once, where there are not too many.
- An answer with an \`ETag\` can be asked for again with \`If-None-Match\`: 304 says that it has not changed. A change with \`If-Match\` is refused with 412 where the thing has changed meanwhile, so that nobody overwrites what they have not seen; without the header the last change counts.
- **401** means that the session has ended: refresh once, then sign in again. For a platform's client it means that its id or secret is wrong. A wrong password or one-time code is answered with 400.
- **429** and **503** say in \`Retry-After\` how many seconds to wait.
- Every answer carries \`X-Request-Id\`: quote it when you ask the operator about a request.
- Browsers may send writing requests from this site only; servers send no \`Origin\`.
`.trim()

const accessTokenText = `
The access token of a session, from signing in, refreshing or redeeming a code: a JWT of type \`at+jwt\` (RFC 9068), signed with ES256 by a key of \`/.well-known/jwks.json\`.

| claim | |
|---|---|
| \`iss\`, \`aud\` | this service, and the product of the platform; for an external site its name, such as \`zoom\` |
| \`sub\`, \`sid\` | the user and the session, both UUIDs |
| \`client_id\` | the client of the platform or external site that redeemed the code; \`${ownClientId}\` for a session of the user's own at this service |
| \`jti\` | a UUID of this token alone, which distinguishes the tokens of one session |
| \`platform\` | the platform of the session |
| \`iat\`, \`exp\`, \`auth_time\` | when the token was signed, when it expires, and when the user last authenticated |
| \`amr\` | how the user authenticated: \`pwd\`, \`otp\` (RFC 8176), or \`fed\` with Google, Facebook or Apple |
`.trim()

const idOf = new Map<object, string>(
  Object.entries({ ...operations, ...pageOperations, ...oauthOperations }).map(([id, route]) => [route, id]),
)

export function describeApi(baseUrl: string, sections: readonly ApiSection[]): Json {
  const hasLists = Object.values(operations).some(({ list }) => list !== undefined)
  const paths: Record<string, Json> = {}
  const add = (route: Pick<Route, 'method' | 'path'>, describe: (operationId: string) => Json) => {
    const { method, path: pattern } = route
    const path = pattern.replace(/:(\w+)/g, (_, name: string) => `{${snakeCase(name)}}`)
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(idOf.get(route) ?? '') }
  }
  for (const { name, routes, pageRoutes = [], oauthRoutes = [] } of sections) {
    for (const one of routes) add(one.route, (id) => describeOperation(id, name, one))
    for (const one of pageRoutes) add(one.route, (id) => describePageRoute(id, name, one))
    for (const one of oauthRoutes) add(one.route, (id) => describeOAuthRoute(id, name, one))
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Foyer', version: '1', description: introduction },
    servers: [{ url: baseUrl }],
    tags: sections.map(({ name, description }) => ({ name, description })),
    paths,
    components: withoutUnused(paths, {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: accessTokenText,
        },
        client: {
          type: 'http',
          scheme: 'basic',
          description:
            "A platform's client id and secret, each form-encoded first (RFC 6749 §2.3.1). Servers only.",
        },
      },
      parameters: {
        DeviceId: {
          name: deviceIdHeader,
          in: 'header',
          required: false,
          description:
            'A random id that the browser stores. Limits count it separately from other devices behind the same address.',
          schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,128}$' },
        },
        TimeZone: {
          name: timeZoneHeader,
          in: 'header',
          required: false,
          description:
            'The IANA name of the time zone of the browser, such as `Asia/Kolkata`, in which mails to the user write times unless the settings name another. Any other text is ignored.',
          schema: { type: 'string', maxLength: 64 },
        },
        SharedBrowser: {
          name: sharedBrowserHeader,
          in: 'header',
          required: false,
          description:
            '`true` on a shared computer: the sign-in lasts until the browser closes or is not used for 20 minutes, and makes no browser known.',
          schema: { type: 'string', enum: ['true'] },
        },
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'A UUID of version 4 made for this request. A request repeated with the same key creates nothing again, and is answered from the first one. Valid for a day.',
          schema: { type: 'string', format: 'uuid' },
        },
        IfNoneMatch: {
          name: 'If-None-Match',
          in: 'header',
          required: false,
          description:
            'The `ETag` of an earlier answer. The answer is 304 without content if it would be the same.',
          schema: { type: 'string' },
        },
        IfMatch: {
          name: 'If-Match',
          in: 'header',
          required: false,
          description:
            'The `ETag` of what this request changes, as GET answered it. The request is refused with 412 if it has changed since.',
          schema: { type: 'string' },
        },
      },
      headers: {
        RequestId: {
          description: 'The id of this request in the logs of the service.',
          schema: { type: 'string', format: 'uuid' },
        },
        ETag: {
          description: 'Names this version of the answer, for `If-None-Match` and `If-Match`.',
          schema: { type: 'string' },
        },
        Disposition: {
          description:
            'The name to save the file under: `attachment` with `filename` and `filename*` (RFC 6266).',
          schema: { type: 'string' },
        },
        Authenticate: {
          description: 'The scheme to authenticate with: Bearer, or Basic for the client of a platform.',
          schema: { type: 'string' },
        },
        RetryAfter: {
          description: 'Seconds to wait. Absent where waiting does not help.',
          schema: { type: 'integer', minimum: 1 },
        },
      },
      schemas: { ...namedWireSchemas(), ...(hasLists && { PageMeta: pageMetaSchema }), ...failureSchemas },
    }),
  }
}

/** Removes the parameters and headers that no route uses. */
function withoutUnused(paths: Json, components: Record<string, Json>): Json {
  const text = JSON.stringify(paths)
  const used = (kind: string) =>
    Object.entries(components[kind] ?? {}).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`))
  return {
    ...components,
    parameters: Object.fromEntries(used('parameters')),
    headers: Object.fromEntries(used('headers')),
  }
}
