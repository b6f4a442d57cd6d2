/** Defines what the service knows about a person at another provider, once identity-of.ts has proven it. */
import type { SocialProvider } from '@foyer/contract/social/providers'
import type { Db } from '../../kernel/db/connect.ts'

/** The person as a provider describes them. */
export type SocialIdentity = {
  provider: SocialProvider
  /** The id of the person at the provider: at most 255 characters, never reused there. */
  subject: string
  /** Normalised; null where the provider gives none, or none that is an address. */
  email: string | null
  /** The provider says that the person owns the address. */
  isEmailVerified: boolean
  /** The provider itself gives the address out, so that its word proves who owns it. */
  isAuthoritative: boolean
  fullName: { firstName: string; lastName: string | null } | null
  /** An https address, not yet fetched. */
  pictureUrl: string | null
}

/** `link` only reads: the proof of the old account is what is tried there. */
type SocialPurpose = 'login' | 'sign_up' | 'link'

export type ProvenIdentity = {
  identity: SocialIdentity
  /**
   * Uses the reference or raw token up. Call it in the transaction that opens the session; of parallel callers exactly one
   * gets true.
   */
  consume(trx: Db): Promise<boolean>
  /** Takes the use of the reference back: the person is asked for a name or an address, and sends the same one again. */
  giveBack(): Promise<void>
}

export type GivenToken = {
  provider: SocialProvider
  accessToken: string
  purpose: SocialPurpose
  /** `flowBrowser` of the request; a reference is valid in the browser that it was made for alone. */
  browserHash: string | null
}
