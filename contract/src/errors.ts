/**
 * Lists every error code with its HTTP status and sentence (product 8), and the shape of a failure on the wire (product
 * 7.1, 8).
 */
import type { Channel } from './contact.ts'
import { pageSentences } from './page-sentences.ts'
import type { Platform } from './platforms.ts'
import {
  autoLoginRefused,
  contactInvalid,
  emailTaken,
  passwordPersonal,
  signUpFailed,
  unexpected as unexpectedSentence,
} from './sentences.ts'

const catalogue = {
  'invalid-request': { status: 400, sentence: 'Please check the highlighted fields.' },
  'unreadable-request': { status: 400, sentence: 'The request could not be read: send one JSON object.' },
  'user-not-found': {
    status: 400,
    sentence: 'We could not find an account with this email or phone number.',
  },
  'contact-invalid': { status: 400, sentence: contactInvalid },
  'phone-invalid': {
    status: 400,
    sentence: 'This phone number is not complete, or its country code is wrong. Check it and try again.',
  },
  'country-code-needed': {
    status: 400,
    sentence: 'Choose the country of this number, or add its country code, like +91 98765 43210.',
  },
  'number-not-found': { status: 400, sentence: 'We could not find an account with this phone number.' },
  'wrong-credentials': { status: 400, sentence: 'Email or password is wrong.' },
  'redirect-not-allowed': { status: 400, sentence: pageSentences.invalidUrl },
  'code-invalid': { status: 400, sentence: 'This code is not valid, has expired or has already been used.' },
  'client-unknown': { status: 401, sentence: 'The client id or client secret is wrong.' },
  'otp-wrong': { status: 400, sentence: 'That code isn’t right. Check the newest message.' },
  'otp-expired': { status: 400, sentence: 'This code has expired. Get a new one.' },
  'otp-too-soon': { status: 429, sentence: 'You can ask for another code in {wait}.' },
  'sms-country': {
    status: 400,
    sentence: 'We can’t send text messages to this country. Sign in with your email address instead.',
  },
  'sms-unavailable': {
    status: 503,
    sentence: 'We can’t send text messages at the moment. Sign in with your email address instead.',
  },
  'password-common': {
    status: 400,
    sentence: 'This password is too common. Choose one that is harder to guess.',
  },
  'password-personal': {
    status: 400,
    sentence: passwordPersonal,
  },
  'password-same': { status: 400, sentence: 'This is your current password. Choose a different one.' },
  'password-wrong': { status: 400, sentence: 'This is not your current password.' },
  'password-not-set': {
    status: 400,
    sentence: 'This account has no password yet. Set one with a code that we send you.',
  },
  'link-expired': { status: 400, sentence: 'This link has expired or was replaced by a newer one.' },
  'link-used': { status: 400, sentence: 'This link has already been used.' },
  'link-invalid': { status: 400, sentence: 'This link is not valid. Make sure you copied the whole link.' },
  'idempotency-key-reused': {
    status: 422,
    sentence: 'This idempotency key was used for a different request.',
  },
  'session-ended': { status: 401, sentence: 'Your session has ended. Please sign in again.' },
  'auto-login-refused': { status: 400, sentence: autoLoginRefused },
  'not-signed-in-here': {
    status: 403,
    sentence: 'You are not signed in with this account in this browser any more. Please sign in again.',
  },
  'proof-needed': { status: 403, sentence: 'Show that it is you: use a passkey, your password or a code.' },
  'second-factor-needed': {
    status: 403,
    sentence: 'Enter the code of your authenticator app, or use another second step.',
  },
  'enrolment-needed': {
    status: 403,
    sentence: 'This platform asks for a second step at each sign-in. Set yours up to continue.',
  },
  'second-factor-wrong': { status: 400, sentence: 'That code isn’t right. Check it and try again.' },
  'second-factor-expired': {
    status: 403,
    sentence: 'This sign-in has taken too long. Please sign in again.',
  },
  'window-needed': { status: 403, sentence: 'Open this in a window of its own to continue.' },
  'origin-not-allowed': { status: 403, sentence: 'Requests from this site are not accepted.' },
  'no-access': { status: 403, sentence: 'You don’t have access to this.' },
  'no-membership': { status: 403, sentence: 'This account has no access to this platform.' },
  'password-needed': {
    status: 403,
    sentence: 'Your code is right, but a code alone doesn’t open this platform. Sign in with your password.',
  },
  'not-found': { status: 404, sentence: 'We couldn’t find that.' },
  'precondition-failed': {
    status: 412,
    sentence: 'This was changed somewhere else meanwhile. Reload it, then make your change again.',
  },
  'too-large': { status: 413, sentence: 'That is too large to send at once.' },
  'unsupported-media': {
    status: 415,
    sentence: 'Send JSON as application/json, or a file as multipart/form-data.',
  },
  'too-many-attempts': { status: 429, sentence: 'Too many attempts. Please try again in {wait}.' },
  'account-locked': {
    status: 429,
    sentence: 'Too many wrong attempts. Reset your password to unlock this account.',
  },
  unexpected: { status: 500, sentence: unexpectedSentence },
  overloaded: { status: 503, sentence: 'We’re very busy right now. Please try again in a moment.' },
  'social-failed': { status: 400, sentence: 'Error signing in.' },
  'social-name-needed': { status: 400, sentence: 'Full Name is required' },
  'social-account-unknown': {
    status: 400,
    sentence: "Looks like you don't have an account... Would you like to create one?",
  },
  'social-email-needed': { status: 400, sentence: 'Enter your email address to create your account.' },
  'social-link-needed': {
    status: 400,
    sentence: 'This email already has an account. Show that it is yours to sign in to it.',
  },
  'passkey-unknown': {
    status: 400,
    sentence: 'This passkey doesn’t belong to an account here any more. Sign in another way.',
  },
  'passkey-refused': {
    status: 400,
    sentence: 'We couldn’t check this passkey. Try again, or sign in another way.',
  },
  'last-way-in': {
    status: 400,
    sentence:
      'This is your only way to sign in. Add another one first, such as a password, a passkey or a linked account.',
  },
  'identity-in-use': {
    status: 400,
    sentence: 'This account already signs another user in. Remove it there first, or choose another one.',
  },
  'provider-linked': {
    status: 400,
    sentence: 'Another account of this provider is linked already. Remove it first, then link the new one.',
  },
  'social-refused': { status: 403, sentence: unexpectedSentence },
  'sign-up-failed': { status: 500, sentence: signUpFailed },
  'captcha-needed': { status: 400, sentence: 'Please verify the captcha' },
  'captcha-refused': { status: 400, sentence: 'Verification failed, please try again later' },
  'list-full': { status: 400, sentence: 'This list is full. Remove an entry before you add another.' },
  'username-taken': { status: 400, sentence: 'This username is taken. Choose another one.' },
  'email-in-use': { status: 400, sentence: 'This email address belongs to another account.' },
  'last-email': {
    status: 400,
    sentence: 'You sign in with this email address. Make another one primary first, then remove it.',
  },
  'phone-in-use': { status: 400, sentence: 'This phone number belongs to another account.' },
  'last-phone': {
    status: 400,
    sentence: 'This is your only verified contact. Verify another one first, then remove it.',
  },
  'school-exists': { status: 400, sentence: 'There is a school with this name in the same place already.' },
  'entry-exists': { status: 400, sentence: 'This is in the list already.' },
  'file-type': { status: 400, sentence: 'Files of this type are not accepted.' },
  'file-unreadable': { status: 400, sentence: 'We can’t read this file. Choose another one.' },
  'file-malware': {
    status: 400,
    sentence: 'This file seems to contain a virus, so it was not stored. Choose another one.',
  },
  'storage-full': {
    status: 507,
    sentence: 'There is no room for more files at the moment. Please try again later.',
  },
  'scan-unavailable': {
    status: 503,
    sentence: 'We can’t check files for viruses at the moment. Please try again in a few minutes.',
  },
  'email-taken': { status: 400, sentence: emailTaken },
} as const satisfies Record<string, { status: number; sentence: string }>

/** The sentence of `wrong-credentials` after a look-up, when the user typed only the password. */
export const wrongPasswordSentence = 'That password isn’t right. Try again or reset it.'

export type ErrorCode = keyof typeof catalogue
export const errorCodes = /* @__PURE__ */ Object.keys(catalogue) as ErrorCode[]

/** The sentences about each invalid field, by the field's name. */
export type FieldErrors = Record<string, string[]>

/** The body of every failed answer, in camelCase; the wire has snake_case (product 8). */
export type FailureBody = {
  errors: {
    code: ErrorCode
    detail?: string
    message?: string
    fieldErrors?: FieldErrors
    /**
     * The challenge to solve before the next attempt, for `captcha-needed` and `captcha-refused`. Clients must not
     * interpret it.
     */
    challenge?: unknown
    /**
     * After a social sign-in: false if no account has the email, true if the user must prove the account first (product
     * 4, 8).
     */
    emailExists?: boolean
    /** False if the account may not be used (product 8). */
    authorized?: false
    /** The platforms of the account, for `no-membership`. */
    platforms?: readonly Platform[]
    /** Opens one of these platforms within five minutes by `continueWithProof`, for `no-membership` after a proof. */
    proof?: string
    /** How the user finishes a sign-in whose first proof was right, for `second-factor-needed`. */
    secondFactor?: SecondFactorWays
    /** With which the user sets up a second factor and finishes the sign-in, for `enrolment-needed`. */
    enrolment?: { token: string }
    /** How the user can prove the session by `stepUp`, for `proof-needed` of a route that needs a proof. */
    proofs?: Proofs
    /**
     * The account that the user must prove: for `social-link-needed`, and for `email-taken` if the platform can be
     * added to the account.
     */
    account?: ClaimedAccount
  }
}

/** The account that has the email of a social account, limited to what a caller without a proof may know. */
export type ClaimedAccount = {
  email: string
  /** True as well if only a caller with a proof may know. */
  hasPassword: boolean
}

/** The second factors of a user who has proven the first one. */
export type SecondFactorWays = {
  /** Names the first proof for five minutes, in `completeSignIn`. */
  token: string
  /** The user, for `user` of `signInWithPasskey`: a passkey of another user finishes no sign-in of this one. */
  user: string
  /** The user has an authenticator app. */
  totp: boolean
  /** The user has recovery codes left. */
  recoveryCode: boolean
  /** The user has a passkey, which is two factors: the page signs in with it again (`signInWithPasskey`). */
  passkey: boolean
  /** The days for which this browser may be remembered; null if it may not, for example on a shared computer. */
  rememberDays: number | null
}

/** The proofs that `stepUp` accepts from the user of a session. */
export type Proofs = {
  hasPasskey: boolean
  /** The user has an authenticator app: only its code, a recovery code or a passkey proves the session. */
  hasTotp: boolean
  hasPassword: boolean
  /** The masked contact that gets a code, and its channel; null if a code proves nothing here. */
  code: { medium: Channel; contact: string } | null
}

export function errorStatus(code: ErrorCode): number {
  return catalogue[code].status
}

/** Returns the sentence of a code; `waitSeconds` replaces `{wait}` in the sentence. */
export function errorSentence(code: ErrorCode, waitSeconds = 0): string {
  return catalogue[code].sentence.replace('{wait}', waitInWords(waitSeconds))
}

/** Rounds a wait up: 42 → '42 seconds', 60 → '1 minute', 61 → '2 minutes'. */
export function waitInWords(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds))
  if (whole < 60) return `${whole} ${whole === 1 ? 'second' : 'seconds'}`
  const minutes = Math.ceil(whole / 60)
  if (minutes < 60) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  const hours = Math.ceil(minutes / 60)
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`
}
