/** Builds an identity from the claims of a provider, which are validated like the input of a user. */
import { firstName, lastName } from '@foyer/contract/names'
import { urlMaxLength } from '@foyer/contract/shared-values'
import type { SocialProvider } from '@foyer/contract/social/providers'
import * as v from 'valibot'
import { readEmail } from '../../../identity/users/identifier.ts'
import type { SocialIdentity } from '../identity.ts'

type Claims = {
  provider: SocialProvider
  subject: unknown
  email: unknown
  isEmailVerified: unknown
  /** Returns whether the provider operates the mailbox of this email. Called for verified emails only. */
  isAuthoritative(address: string): boolean
  /** First and last name, if the provider sends them separately. */
  firstName?: unknown
  lastName?: unknown
  /** First and last name in one text. */
  name?: unknown
  picture?: unknown
}

/** Throws without a usable subject, which identifies the user at the next sign-in. */
export function readIdentity(claims: Claims): SocialIdentity {
  const { provider, subject } = claims
  if (typeof subject !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(subject))
    throw new Error('The subject is not usable')
  const email = typeof claims.email === 'string' ? (readEmail(claims.email)?.address ?? null) : null
  const isEmailVerified = email !== null && isTrue(claims.isEmailVerified)
  return {
    provider,
    subject,
    email,
    isEmailVerified,
    isAuthoritative: isEmailVerified && isAsGiven(email, claims.email) && claims.isAuthoritative(email),
    fullName: readName(claims.firstName, claims.lastName) ?? readWholeName(claims.name),
    pictureUrl: readPicture(claims.picture),
  }
}

/** Returns whether normalising kept the email: a changed email may be another mailbox at the provider. */
function isAsGiven(address: string, given: unknown): boolean {
  return typeof given === 'string' && given.toLowerCase() === address.toLowerCase()
}

/** Reads a boolean claim, which some providers send as text. */
function isTrue(claim: unknown): boolean {
  return claim === true || claim === 'true'
}

/** Reads a name; null for a name that the forms of Foyer refuse. */
function readName(first: unknown, last: unknown): SocialIdentity['fullName'] {
  const names = [v.safeParse(firstName, first), v.safeParse(lastName, last || null)] as const
  return names[0].success && names[1].success
    ? { firstName: names[0].output, lastName: names[1].output }
    : null
}

function readWholeName(name: unknown): SocialIdentity['fullName'] {
  if (typeof name !== 'string') return null
  const [first, ...rest] = name.trim().split(/\s+/)
  return readName(first, rest.join(' '))
}

/** Reads the URL of a picture. The pictures feature checks its host; http is for a stand-in on this machine. */
function readPicture(picture: unknown): string | null {
  if (typeof picture !== 'string' || picture.length > urlMaxLength) return null
  const url = URL.parse(picture)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return url && isWeb && !url.username && !url.password ? url.href : null
}
