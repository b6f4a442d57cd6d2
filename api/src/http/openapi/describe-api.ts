/** Generates the OpenAPI 3.1 document from the contract. */
import { pageOperations } from '@foyer/contract/page-routes/all-page-routes'
import { operations } from '@foyer/contract/routes/all-routes'
import { verifyOtp } from '@foyer/contract/routes/otp'
import { acceptBetaInvite, createPassword, resetPassword } from '@foyer/contract/routes/password-links'
import type { Access, Route } from '@foyer/contract/routes/route'
import { addSchoolToAccount, signUpSchool } from '@foyer/contract/routes/schools'
import { changePassword } from '@foyer/contract/routes/settings'
import { login } from '@foyer/contract/routes/sign-in'
import { signUp } from '@foyer/contract/routes/sign-up'
import { linkSocialAccount, signInWithSocial } from '@foyer/contract/routes/social'
import { deviceIdHeader, snakeCase, timeZoneHeader, toWire } from '@foyer/contract/wire'
import type { GenericSchema } from 'valibot'
import { ownClientId } from '../../config/registry-client.ts'
import { apiSections } from './api-sections.ts'
import { describePageRoute } from './describe-page-route.ts'
import { parametersOf } from './describe-parameters.ts'
import { failureSchemas, failuresOf } from './openapi-failures.ts'
import { type Json, namedWireSchemas, wireSchema } from './wire-schema.ts'

const introduction = `
Shared sign-in and accounts for a family of platforms.

- Bodies are JSON objects in snake_case; a request with an unknown field is refused. A result is in \`data\`, a refusal in \`errors\`, with a code for programs and a sentence for users.
- Expect new fields in the objects of answers, and new values in open lists.
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

export function describeApi(baseUrl: string): Json {
  const paths: Record<string, Json> = {}
  const add = ({ method, path: pattern }: Pick<Route, 'method' | 'path'>, described: Json) => {
    const path = pattern.replace(/:(\w+)/g, (_, name: string) => `{${snakeCase(name)}}`)
    paths[path] = { ...paths[path], [method.toLowerCase()]: described }
  }
  for (const [id, route] of Object.entries(operations)) add(route, operation(id, route))
  for (const [id, route] of Object.entries(pageOperations))
    add(route, describePageRoute(id, route, apiSections))
  return {
    openapi: '3.1.0',
    info: { title: 'Foyer', version: '1', description: introduction },
    servers: [{ url: baseUrl }],
    tags: apiSections.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
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
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'A UUID of version 4 made for this request. A request repeated with the same key creates nothing again, and is answered from the first one. Valid for a day.',
          schema: { type: 'string', format: 'uuid' },
        },
      },
      headers: {
        RequestId: {
          description: 'The id of this request in the logs of the service.',
          schema: { type: 'string', format: 'uuid' },
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
      schemas: { ...namedWireSchemas(), ...failureSchemas },
    },
  }
}

/** The routes that open a session or set a password, which users are notified of. */
const zonedRoutes: readonly Route[] = [
  login,
  verifyOtp,
  signUp,
  signUpSchool,
  addSchoolToAccount,
  signInWithSocial,
  linkSocialAccount,
  changePassword,
  resetPassword,
  createPassword,
  acceptBetaInvite,
]

function operation(operationId: string, route: Route): Json {
  const section = apiSections.find(({ routes }) => routes.some((described) => described.route === route))
  const described = section?.routes.find((candidate) => candidate.route === route)
  const parameters = [
    ...parametersOf('path', route.params, route),
    ...parametersOf('query', route.query, route),
    ...(/^\/api\/(auth|analytics|schools|help\/requests)\b/.test(route.path) && route.access !== 'client'
      ? [{ $ref: '#/components/parameters/DeviceId' }]
      : []),
    ...(zonedRoutes.includes(route) ? [{ $ref: '#/components/parameters/TimeZone' }] : []),
    ...(route.isIdempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
  return {
    operationId,
    summary: route.summary,
    ...(described && { description: descriptionOf(route, described.description), tags: [section?.name] }),
    security: securityOf(route.access),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: {
        required: true,
        content: json(wireSchema(route.body, 'input', route), onWire(route, described?.body)),
      },
    }),
    responses: { ...success(route, described?.result), ...failuresOf(route) },
  }
}

function descriptionOf({ access }: Route, description: string): string {
  if (access !== 'own-session' && access !== 'own-session-if-given') return description
  const demand = access === 'own-session' ? 'Takes the' : 'Takes no token, or the'
  return `${description}\n\n${demand} token of the user's own session at Foyer. A platform's token is answered with \`no-access\`.`
}

function securityOf(access: Access): Json[] {
  if (access === 'none') return []
  // An empty requirement beside another makes it optional.
  if (access === 'client-if-given') return [{}, { client: [] }]
  if (access === 'own-session-if-given' || access === 'bearer-if-given') return [{}, { bearer: [] }]
  return [{ [access === 'client' ? 'client' : 'bearer']: [] }]
}

function success(route: Route, result: unknown): Json {
  const headers = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } }
  if (route.file) return fileAnswers(route.file, headers)
  if (route.list)
    return { 200: { description: 'Done.', headers, content: listContent(route, route.list, result) } }
  if (!route.result) return { 204: { description: 'Done, without content.', headers } }
  const schema = wireSchema(route.result, 'output', route)
  const content = route.isBare
    ? json(schema, result)
    : json(
        { type: 'object', properties: { data: schema }, required: ['data'] },
        result === undefined ? undefined : { data: onWire(route, result) },
      )
  return { 200: { description: 'Done.', headers, content } }
}

function listContent(route: Route, item: GenericSchema, example: unknown): Json {
  const whole = { type: 'integer' }
  const meta = {
    type: 'object',
    description: 'The page; with all entries `page` is -1 and `page_size` is `total`.',
    properties: { page: whole, page_size: whole, total: whole },
    required: ['page', 'page_size', 'total'],
  }
  const data = { type: 'array', items: wireSchema(item, 'output', route) }
  const items = onWire(route, example) as unknown[] | undefined
  return json(
    { type: 'object', properties: { data, meta }, required: ['data', 'meta'] },
    items && { data: items, meta: { page: 1, page_size: 20, total: items.length } },
  )
}

function fileAnswers(types: readonly string[], headers: Json): Json {
  const content = Object.fromEntries(
    types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  )
  const etag = { description: 'Names the content, for `If-None-Match`.', schema: { type: 'string' } }
  return {
    200: { description: 'The file.', headers: { ...headers, ETag: etag }, content },
    304: { description: 'The browser has the file already.', headers },
    404: { description: 'Not found, without content.', headers },
  }
}

function onWire(route: Route, example: unknown): unknown {
  return example === undefined ? undefined : toWire(example, route.opaque)
}

function json(schema: unknown, example: unknown): Json {
  return { 'application/json': { schema, ...(example !== undefined && { example }) } }
}
