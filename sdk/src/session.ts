import { badAnswer, isRecord } from './call.ts'

/** The user who is signed in. Names are what the user typed: escape them in HTML. */
export type User = {
  /** UUID v4, the same on every platform; keep this as the key, never the email. */
  uuid: string
  email: string | null
  /**
   * True if the user has proven at Foyer that the address is theirs; false without an address. Never link accounts by
   * an unverified address: anyone can sign up with any address.
   */
  isEmailVerified: boolean
  /** Empty until the user gives a name; `fullName` is empty then, too. */
  firstName: string
  lastName: string | null
  fullName: string
}

export type Tokens = {
  /** A JWT that lasts some minutes; `createVerifier` checks it. Calls to Foyer send it as a Bearer token. */
  accessToken: string
  /** Works for one `refresh`, which replaces it. Opaque. */
  refreshToken: string
}

/** A session of this platform's own: it ends when the one at Foyer ends, or by `signOutSession`. */
export type Session = Tokens & { user: User; platform: string }

/** @throws FoyerError 'bad-answer' */
export function readTokens(value: unknown): Tokens {
  const tokens = record(value)
  return { accessToken: text(tokens.access_token), refreshToken: text(tokens.refresh_token) }
}

/** @throws FoyerError 'bad-answer' */
export function readSession(value: unknown): Session {
  const session = record(value)
  return { ...readTokens(session), user: readUser(session.user), platform: text(session.platform) }
}

/** @throws FoyerError 'bad-answer' */
export function readUser(value: unknown): User {
  const user = record(value)
  return {
    uuid: text(user.uuid),
    email: user.email === null ? null : text(user.email),
    // A Foyer older than this package omits the field; the address counts as unverified then.
    isEmailVerified: user.is_email_verified === undefined ? false : flag(user.is_email_verified),
    firstName: text(user.first_name),
    lastName: user.last_name === null ? null : text(user.last_name),
    fullName: text(user.full_name),
  }
}

export function record(value: unknown): Record<string, unknown> {
  if (!isRecord(value)) throw badAnswer()
  return value
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw badAnswer()
  return value
}

function flag(value: unknown): boolean {
  if (typeof value !== 'boolean') throw badAnswer()
  return value
}
