/** Declares the sign-in with a social account, and linking a social account to a Foyer account (product 3, 4, 7.2). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { fullNameMaxLength, signUpSourceMaxLength } from '../shared-values.ts'
import { socialProviders } from '../social/providers.ts'
import { accountProof } from './account-proof.ts'
import { captcha } from './captcha.ts'
import { defineRoute } from './route.ts'
import { session } from './sign-in.ts'
import { utmParams } from './sign-up.ts'

const socialProvider = v.picklist(socialProviders, 'Unknown provider')

const socialPurposes = ['login', 'sign_up'] as const
export type SocialPurpose = (typeof socialPurposes)[number]

const given = {
  platform: field.platform,
  /** The product of the platform. */
  accountType: field.product,
  provider: socialProvider,
  /** The reference from the provider's callback, or a provider's token that was issued for this installation. */
  accessToken: field.token,
  /** The email that the user typed; used only at a sign-up, if the provider supplies none. */
  email: v.optional(field.email),
  captcha: v.optional(captcha),
}

export const signInWithSocial = defineRoute({
  method: 'POST',
  path: '/api/auth/social-auth/accounts',
  summary: 'Sign in or sign up with an account of a social provider',
  access: 'none',
  limit: 'social',
  captcha: 'when-due',
  isIdempotent: true,
  query: field.callerQuery,
  body: field.fields({
    ...given,
    tokenType: v.literal('universal', 'Must be universal'),
    purpose: v.picklist(socialPurposes, 'Unknown purpose'),
    /** The name that the user typed; used only at a sign-up with Apple. The length counts UTF-16 units. */
    fullName: v.optional(field.text(4 * fullNameMaxLength, fullNameMaxLength)),
    /** The source of the visit, in the order of product 5. */
    source: field.requiredText(signUpSourceMaxLength),
    utmParams,
  }),
  result: session,
  errors: [
    'invalid-request',
    'social-failed',
    'social-refused',
    'social-account-unknown',
    'second-factor-needed',
    'enrolment-needed',
    'no-membership',
    'social-name-needed',
    'social-email-needed',
    'social-link-needed',
    'captcha-needed',
    'captcha-refused',
    'no-access',
    'too-many-attempts',
    'overloaded',
  ],
})

export const linkSocialAccount = defineRoute({
  method: 'POST',
  path: '/api/auth/social-auth/accounts/link',
  summary: 'Link an account of a provider to an account that exists, after a proof of it',
  access: 'none',
  /** A wrong proof counts like a wrong sign-in. */
  limit: 'login',
  captcha: 'when-due',
  query: field.callerQuery,
  body: field.fields({ ...given, proof: accountProof }),
  result: session,
  errors: [
    'invalid-request',
    'social-failed',
    'second-factor-needed',
    'enrolment-needed',
    'wrong-credentials',
    'otp-wrong',
    'otp-expired',
    'captcha-needed',
    'captcha-refused',
    'no-access',
    'too-many-attempts',
    'account-locked',
    'overloaded',
  ],
})
