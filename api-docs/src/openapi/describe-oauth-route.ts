/** Describes an endpoint of OAuth 2.0 in the OpenAPI document: the form, the answer and the errors. */

import type { DescribedOAuthRoute } from '../../../api/src/kernel/http/describe-route.ts'
import { type Json, wireSchema } from './wire-schema.ts'

const headers = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } }

/** RFC 6749 §5.2. */
const error = {
  type: 'object',
  required: ['error', 'error_description'],
  properties: {
    error: { type: 'string', description: 'The code of the standard, such as `invalid_grant`.' },
    error_description: { type: 'string', description: 'A sentence for developers.' },
  },
}

const security = { client: [{ client: [] }], bearer: [{ bearer: [] }], none: [] }

const authenticate = { 'WWW-Authenticate': { $ref: '#/components/headers/Authenticate' } }
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }

function refusals(access: keyof typeof security): Json {
  const refused = (description: string, more: Json = {}) => ({
    description,
    headers: { ...headers, ...more },
    content: { 'application/json': { schema: error } },
  })
  const tooMany = { 429: refused('`temporarily_unavailable`: too many requests.', retryAfter) }
  if (access === 'none') return tooMany
  if (access === 'bearer')
    return {
      401: refused('`invalid_token`: the access token is wrong, or its session has ended.', authenticate),
      403: refused('`insufficient_scope`: the token has not the scope `openid`.', authenticate),
      ...tooMany,
    }
  return {
    400: refused(
      '`invalid_request`, `invalid_grant`, `invalid_scope`, `unsupported_grant_type` or `unauthorized_client`.',
    ),
    401: refused('`invalid_client`: the client is unknown or its secret is wrong.', authenticate),
    ...tooMany,
  }
}

export function describeOAuthRoute(
  operationId: string,
  section: string,
  { route, description }: DescribedOAuthRoute,
): Json {
  const { summary, access, form, result, status = 200 } = route
  // Names are those of the standard already.
  const schemaOf = (schema: NonNullable<typeof form>, mode: 'input' | 'output') =>
    wireSchema(schema, mode, { isBare: true })
  return {
    operationId,
    summary,
    description,
    tags: [section],
    security: security[access],
    ...(form && {
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': { schema: schemaOf(form, 'input') } },
      },
    }),
    responses: {
      [status]: {
        description: 'Done.',
        headers,
        ...(result && { content: { 'application/json': { schema: schemaOf(result, 'output') } } }),
      },
      ...refusals(access),
    },
  }
}
