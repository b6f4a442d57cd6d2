import { badAnswer, isRecord } from './call.ts'

/** The signed-in user. Users type their names themselves: escape them in HTML. */
export type User = {
  /** A UUID v4, the same on every platform. Use it as the key, never the email. */
  uuid: string
  email: string | null
  /**
   * True if the user has verified the email at Foyer; false without an email. Never link accounts by an unverified
   * email, because anyone can sign up with any email.
   */
  isEmailVerified: boolean
  /** Empty until the user enters a name; `fullName` is then empty too. */
  firstName: string
  lastName: string | null
  fullName: string
}

export type Tokens = {
  /** A JWT that is valid for some minutes; `createVerifier` checks it. Calls to Foyer send it as a Bearer token. */
  accessToken: string
  /** An opaque token for one `refresh`, which replaces it. */
  refreshToken: string
}

/** A session of this platform. It ends with the user's session at Foyer, or by `signOutSession`. */
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
    // A Foyer older than this package omits the field; the email then counts as unverified.
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
