/** Defines the identity of a user at a social provider, which identity-of.ts proves. */
import type { SocialProvider } from '@foyer/contract/social/providers'
import type { Db } from '../../kernel/db/connect.ts'

/** A user as a provider describes them. */
export type SocialIdentity = {
  provider: SocialProvider
  /** The id of the user at the provider: at most 255 characters, never given to another user. */
  subject: string
  /** The normalised email; null if the provider gives no valid address. */
  email: string | null
  /** The provider says that it has verified the email. */
  isEmailVerified: boolean
  /** The provider operates the mailbox, so its answer proves the owner of the email. */
  isAuthoritative: boolean
  fullName: { firstName: string; lastName: string | null } | null
  /** The URL of a picture, which is not fetched yet. */
  pictureUrl: string | null
}

/** `link` counts no try of the reference, because the request tries the proof of the account. */
type SocialPurpose = 'login' | 'sign_up' | 'link'

export type ProvenIdentity = {
  identity: SocialIdentity
  /**
   * Uses the reference or the provider's token up. Call it in the transaction that opens the session. Of any number of
   * concurrent callers exactly one gets true.
   */
  consume(trx: Db): Promise<boolean>
  /** Subtracts the counted try: the form asks for a name or an email and sends the same reference again. */
  giveBack(): Promise<void>
}

export type GivenToken = {
  provider: SocialProvider
  accessToken: string
  purpose: SocialPurpose
  /** `flowBrowser` of the request: a reference is valid only in the browser for which it was created. */
  browserHash: string | null
  /** The session whose user links the identity. A reference of a session opens no other, and one of a sign-in is not linked. */
  linkSession?: string
}
