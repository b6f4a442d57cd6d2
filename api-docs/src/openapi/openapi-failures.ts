/** Describes the refusals of a route by status, with each code and its sentence. */
import { channels } from '@foyer/contract/contact'
import { type ErrorCode, errorCodes, errorSentence, errorStatus } from '@foyer/contract/errors'
import type { Route } from '@foyer/contract/routes/route'
import { openListNote } from './named-schemas.ts'
import { type Json, openEnum } from './wire-schema.ts'

const exampleWaitSeconds = 30

const reasons: Record<number, string> = {
  400: 'The request was not accepted as sent',
  401: 'The session has ended, the token is not valid, or the client is unknown',
  403: 'Not allowed',
  412: 'Changed meanwhile',
  413: 'Too large',
  415: 'Neither JSON nor, for a file, multipart/form-data',
  422: 'The idempotency key was used for another request',
  429: 'Too many requests',
  500: 'A fault of the service',
  503: 'The service is too busy, or its database is unreachable',
  507: 'The storage of files is full',
}

export function failuresOf(route: Route): Json {
  const byStatus = Object.groupBy(codesOf(route), (code) => String(errorStatus(code)))
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [status, describeFailure(Number(status), codes)]),
  )
}

const uploadCodes = [
  'too-large',
  'unsupported-media',
  'file-malware',
  'scan-unavailable',
  'storage-full',
] as const

/** Returns the route's own codes, and those that every route of its kind can answer. */
function codesOf(route: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(route.errors).add('invalid-request')
  if (route.path.startsWith('/api/')) {
    if (route.method !== 'GET') codes.add('origin-not-allowed')
    if (route.version === 'change') codes.add('precondition-failed')
    if (route.isIdempotent) codes.add('idempotency-key-reused')
    if (route.upload) for (const code of uploadCodes) codes.add(code)
    if (route.body) codes.add('unreadable-request').add('too-large').add('unsupported-media')
    if (/^(own-session|bearer)(-if-given)?$/.test(route.access)) codes.add('too-many-attempts')
    codes.add('unexpected').add('overloaded')
  }
  return errorCodes.filter((code) => codes.has(code))
}

function describeFailure(status: number, codes: readonly ErrorCode[]): Json {
  // Formats email addresses as code, because Markdown would turn them into links.
  const sentenceOf = (code: ErrorCode) =>
    errorSentence(code, exampleWaitSeconds).replace(/\S+@\w[\w.]*\w/g, '`$&`')
  const lines = codes.map((code) => `- \`${code}\`: ${sentenceOf(code)}`)
  return {
    description: [`${reasons[status] ?? 'Refused'}.`, '', ...lines].join('\n'),
    ...headersOf(status),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Failure' },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  }
}

function headersOf(status: number): Json {
  if (status === 401)
    return { headers: { 'WWW-Authenticate': { $ref: '#/components/headers/Authenticate' } } }
  if (![429, 503].includes(status)) return {}
  return { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }
}

function exampleOf(code: ErrorCode): Json {
  return { errors: { code, message: errorSentence(code, exampleWaitSeconds) } }
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

export const failureSchemas: Record<string, Json> = {
  Failure: {
    description: 'The body of every refusal.',
    type: 'object',
    required: ['errors'],
    properties: {
      errors: {
        type: 'object',
        required: ['code'],
        properties: {
          code: ref('ErrorCode'),
          message: { type: 'string', description: 'A sentence for users.' },
          detail: { type: 'string' },
          challenge: {
            description: 'The captcha challenge to solve before trying again.',
            anyOf: [ref('CaptchaChallenge'), ref('VendorChallenge')],
          },
          email_exists: {
            type: 'boolean',
            description:
              'After a social sign-in: false when nobody has the email, true when its account must be proven first.',
          },
          authorized: { const: false, description: 'The account of a social sign-in may not be used.' },
          platforms: {
            description: 'For `no-membership`: the platforms of the account that was proven.',
            type: 'array',
            items: ref('Platform'),
          },
          proof: {
            description:
              'For `no-membership` after a passkey, password or code: opens one of the platforms within five minutes, once.',
            type: 'string',
          },
          second_factor: {
            description: 'For `second-factor-needed`: the second factors of the user.',
            type: 'object',
            required: ['token', 'user', 'totp', 'recovery_code', 'passkey', 'remember_days'],
            properties: {
              token: { type: 'string', description: 'Names the first factor for five minutes.' },
              user: {
                type: 'string',
                format: 'uuid',
                description: 'The user, for `user` of the sign-in with a passkey.',
              },
              totp: { type: 'boolean', description: 'The user has an authenticator app.' },
              recovery_code: { type: 'boolean', description: 'The user has recovery codes left.' },
              passkey: { type: 'boolean', description: 'The user may sign in with a passkey instead.' },
              remember_days: {
                type: ['integer', 'null'],
                description: 'The days for which this browser may be remembered; null if it may not.',
              },
            },
          },
          enrolment: {
            description: 'For `enrolment-needed`: with which the user sets up an app, for 15 minutes.',
            type: 'object',
            required: ['token'],
            properties: { token: { type: 'string' } },
          },
          proofs: {
            description:
              'For `proof-needed` of a route that needs a proof: how the user can prove the session.',
            type: 'object',
            required: ['has_passkey', 'has_totp', 'has_password', 'code'],
            properties: {
              has_passkey: { type: 'boolean' },
              has_totp: {
                type: 'boolean',
                description:
                  'Only a code of an authenticator app, a recovery code or a passkey proves the session.',
              },
              has_password: { type: 'boolean' },
              code: {
                description:
                  'Where a code with the purpose `step_up` goes; null if a code proves nothing here.',
                anyOf: [
                  {
                    type: 'object',
                    required: ['medium', 'contact'],
                    properties: {
                      medium: openEnum(channels),
                      contact: { type: 'string', description: 'The masked contact.' },
                    },
                  },
                  { type: 'null' },
                ],
              },
            },
          },
          account: {
            description: 'The account to prove before a social account or a platform is added to it.',
            type: 'object',
            required: ['email', 'has_password'],
            properties: { email: { type: 'string' }, has_password: { type: 'boolean' } },
          },
          field_errors: {
            type: 'object',
            description: 'Sentences by field name.',
            additionalProperties: { type: 'array', items: { type: 'string' } },
          },
        },
      },
    },
  },
  ErrorCode: {
    description: `The reason of a refusal, for programs; a code keeps its meaning. ${openListNote}`,
    ...openEnum(errorCodes),
  },
}
