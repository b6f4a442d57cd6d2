/** Describes one operation of the OpenAPI document from its route. */
import { verifyOtp } from '@foyer/contract/routes/otp'
import { acceptBetaInvite, createPassword, resetPassword } from '@foyer/contract/routes/password-links'
import type { Access, Route, Upload } from '@foyer/contract/routes/route'
import { addSchoolToAccount, signUpSchool } from '@foyer/contract/routes/school-sign-up'
import { changePassword } from '@foyer/contract/routes/settings'
import { login } from '@foyer/contract/routes/sign-in'
import { joinPlatform, signUp } from '@foyer/contract/routes/sign-up'
import { linkSocialAccount, signInWithSocial } from '@foyer/contract/routes/social'
import type { DescribedRoute } from '../../../api/src/kernel/http/describe-route.ts'
import { sizeInWords } from '../../../api/src/kernel/uploads/upload-words.ts'
import { parametersOf } from './describe-parameters.ts'
import { failuresOf } from './openapi-failures.ts'
import { json, onWire, successOf } from './success-answers.ts'
import { type Json, wireSchema } from './wire-schema.ts'

/** The routes that sign a user in after a proof. */
const signInRoutes: readonly Route[] = [
  login,
  verifyOtp,
  signUp,
  joinPlatform,
  signUpSchool,
  addSchoolToAccount,
  signInWithSocial,
  linkSocialAccount,
  acceptBetaInvite,
]

/** The routes whose notifications to the user contain a time. */
const zonedRoutes: readonly Route[] = [...signInRoutes, changePassword, resetPassword, createPassword]

export function describeOperation(operationId: string, section: string, described: DescribedRoute): Json {
  const { route } = described
  const parameters = [
    ...parametersOf('path', route.params, route),
    ...parametersOf('query', route.query, route),
    ...(/^\/api\/(auth|analytics|schools|help\/requests)\b/.test(route.path) && route.access !== 'client'
      ? [{ $ref: '#/components/parameters/DeviceId' }]
      : []),
    ...(zonedRoutes.includes(route) ? [{ $ref: '#/components/parameters/TimeZone' }] : []),
    ...(signInRoutes.includes(route) ? [{ $ref: '#/components/parameters/SharedBrowser' }] : []),
    ...(route.isIdempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(route.version === 'read' ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    ...(route.version === 'change' ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
  ]
  return {
    operationId,
    summary: route.summary,
    description: descriptionOf(route, described.description),
    tags: [section],
    security: securityOf(route.access),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: {
        required: true,
        content: json(wireSchema(route.body, 'input', route), onWire(route, described.body)),
      },
    }),
    ...(route.upload && { requestBody: { required: true, content: uploadForm(route.upload) } }),
    responses: { ...successOf(route, described), ...failuresOf(route) },
  }
}

/** Describes a multipart body with one file of one of these types. */
function uploadForm({ types, maxBytes }: Upload): Json {
  const description = `The file, of at most ${sizeInWords({ maxBytes })}. Its content decides its type; its name is not kept.`
  return {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: { file: { type: 'string', format: 'binary', description } },
        required: ['file'],
      },
      encoding: { file: { contentType: types.join(', ') } },
    },
  }
}

function descriptionOf(route: Route, description: string): string {
  return [description, sessionsOf(route), platformsOf(route)].filter((text) => text !== null).join('\n\n')
}

function sessionsOf({ access }: Route): string | null {
  if (access === 'bearer' || access === 'bearer-if-given')
    return `${access === 'bearer' ? 'Takes the' : 'Takes no token, or the'} token of any session of the user: their own at Foyer, or that of a platform. The token of an external site is answered with \`no-access\`.`
  if (access !== 'own-session' && access !== 'own-session-if-given') return null
  const demand = access === 'own-session' ? 'Takes the' : 'Takes no token, or the'
  return `${demand} token of the user's own session at Foyer. A platform's token is answered with \`no-access\`.`
}

function platformsOf({ platforms }: Route): string | null {
  const names = platforms?.map((name) => `\`${name}\``).join(', ')
  return names === undefined ? null : `For sessions of ${names}; any other is answered with \`no-access\`.`
}

function securityOf(access: Access): Json[] {
  if (access === 'none') return []
  // An empty requirement next to another makes the credentials optional.
  if (access === 'client-if-given') return [{}, { client: [] }]
  if (access === 'own-session-if-given' || access === 'bearer-if-given') return [{}, { bearer: [] }]
  return [{ [access === 'client' ? 'client' : 'bearer']: [] }]
}
