/**
 * Lists the fields that the browser needs of each answer, route by route. A proxy or a captive portal can answer 200 with
 * something else, which must not reach storage, a screen or the address of a platform.
 *
 * The schemas of the contract would refuse too much here: they know no unknown field, and while two releases of the
 * service run side by side an answer can have one field more or fewer than this page knows.
 */

import { isPlatform } from '@foyer/contract/platforms'
import type { getCaptchaChallenge } from '@foyer/contract/routes/captcha'
import type { createCode } from '@foyer/contract/routes/handover'
import type { createHelpRequest, getHelpCategories } from '@foyer/contract/routes/help'
import type { listIdentities } from '@foyer/contract/routes/identities'
import type { sendOtp, verifyOtp } from '@foyer/contract/routes/otp'
import type {
  acceptBetaInvite,
  checkBetaInvite,
  checkCreateLink,
  checkResetLink,
  createPassword,
  resetPassword,
} from '@foyer/contract/routes/password-links'
import type { getOwnPicture, putOwnPicture } from '@foyer/contract/routes/pictures'
import type { listCountries, listStates } from '@foyer/contract/routes/reference'
import type { Route } from '@foyer/contract/routes/route'
import type { addSchoolToAccount, signUpSchool } from '@foyer/contract/routes/schools'
import type { getSettings } from '@foyer/contract/routes/settings'
import type { findUser, login } from '@foyer/contract/routes/sign-in'
import type { joinPlatform, signUp } from '@foyer/contract/routes/sign-up'
import type { putSignupTracking } from '@foyer/contract/routes/signup-tracking'
import type { linkSocialAccount, signInWithSocial } from '@foyer/contract/routes/social'
import type { getFeatureToggles } from '@foyer/contract/routes/toggles'
import { type Check, filled, fits, listOf, orNull, type Shape } from './shape.ts'
import type { ShapedRoute } from './shaped-route.ts'

type Answered =
  | typeof acceptBetaInvite
  | typeof checkBetaInvite
  | typeof checkCreateLink
  | typeof checkResetLink
  | typeof createCode
  | typeof createHelpRequest
  | typeof createPassword
  | typeof findUser
  | typeof getCaptchaChallenge
  | typeof getFeatureToggles
  | typeof getHelpCategories
  | typeof getOwnPicture
  | typeof getSettings
  | typeof listCountries
  | typeof listIdentities
  | typeof listStates
  | typeof linkSocialAccount
  | typeof login
  | typeof putOwnPicture
  | typeof putSignupTracking
  | typeof resetPassword
  | typeof sendOtp
  | typeof signInWithSocial
  | typeof joinPlatform
  | typeof signUp
  | typeof signUpSchool
  | typeof addSchoolToAccount
  | typeof verifyOtp

/** The browser may call routes without a result, those with a row in the table, and those that bring their shape. */
export type CallableRoute = Answered | (Route & { result?: never; list?: never }) | ShapedRoute

type Name<R extends Route> = R extends Route ? `${R['method']} ${R['path']}` : never

const time: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value))

const session: Shape = {
  accessToken: filled,
  refreshToken: filled,
  platform: isPlatform,
  user: {
    uuid: filled,
    email: orNull('string'),
    firstName: 'string',
    lastName: orNull('string'),
    fullName: 'string',
  },
}
const contacts = { email: orNull('string'), phoneNumber: orNull('string') }
const named = listOf({ id: filled, name: filled })
const linkOwner = { ...contacts, platform: isPlatform }

const shapes: Record<Name<Answered>, Shape> = {
  'POST /api/auth/users/fetch': {
    uuid: filled,
    hasPassword: 'boolean',
    fullName: orNull('string'),
    profile: { picture: orNull('string') },
  },
  'POST /api/auth/sso/login': session,
  'POST /api/auth/users/otp': { token: filled, resendAt: time },
  'POST /api/auth/users/otp/verify': { universal: session },
  'POST /api/auth/signup': session,
  'POST /api/auth/signup/with-account': session,
  'POST /api/auth/social-auth/accounts': session,
  'POST /api/auth/social-auth/accounts/link': session,
  'POST /api/schools/signup': session,
  'POST /api/schools/signup/with-account': session,
  'POST /api/auth/codes': { code: filled },
  'GET /api/reference/countries': listOf({ id: filled, name: filled, iso2: filled }),
  'GET /api/reference/countries/:countryId/states': named,
  'GET /api/auth/captcha/challenge': { parameters: {}, signature: filled },
  'GET /api/auth/users/settings': {},
  'GET /api/auth/users/picture': { picture: orNull('string') },
  'PUT /api/auth/users/picture': { picture: filled },
  'GET /api/auth/identities': listOf({ provider: filled, email: orNull('string') }),
  'GET /api/auth/reset-password/:uuid/:token/:timestamp': linkOwner,
  'POST /api/auth/reset-password/:uuid/:token/:timestamp': contacts,
  'GET /api/auth/create-password/:uuid/:token/:timestamp': linkOwner,
  'POST /api/auth/create-password/:uuid/:token/:timestamp': contacts,
  'PUT /api/documents/signup-tracking/:email': { isCreated: 'boolean' },
  'GET /api/documents/feature-toggles': { toggles: {} },
  'GET /api/help/categories': listOf({ id: filled, name: filled, about: 'string' }),
  'POST /api/help/requests': { reference: filled },
  'GET /api/auth/closed-beta/users/:id/verify/:token': linkOwner,
  'POST /api/auth/closed-beta/users/:id/verify/:token': session,
}

/** Checks whether an answer has the fields that the browser needs of this route. */
export function isAnswerOf({ method, path, shape }: Route & { shape?: Shape }, data: unknown): boolean {
  return fits(data, shape ?? shapes[`${method} ${path}` as keyof typeof shapes])
}
