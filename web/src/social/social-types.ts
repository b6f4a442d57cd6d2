/** Declares what the parts of a social sign-in give each other. */
import type { ClaimedAccount } from '@foyer/contract/errors'
import type { Session } from '@foyer/contract/routes/sign-in'
import type { SocialPurpose } from '@foyer/contract/routes/social'
import type { SocialProvider } from '@foyer/contract/social/providers'
import type { ReactNode } from 'react'
import type { Failure } from '../api/failure.ts'
import type { SocialResult } from '../session/social/social-result.ts'

/** The begin of a social sign-in: in a popup that this page has opened, or in this window, which has come back. */
export type SocialStart =
  | {
      kind: 'popup'
      provider: SocialProvider
      /** Gets the focus back when the user cancels. */
      button: HTMLElement
      /** The name of the channel on which the popup posts the result. */
      channel: string
      popup: Window
    }
  | { kind: 'returned'; result: SocialResult }

/** Shown by a page while a social sign-in is under way; `isCovering` hides the form of the page. */
export type SocialShown = { flow: ReactNode; isCovering: boolean }

/** The page that a social sign-in works on. */
export type SocialPage = {
  purpose: SocialPurpose
  show: (change: (shown: SocialShown) => SocialShown) => void
  /** A session is stored: the page hands it over as after any sign-in. */
  onSignedIn: () => void
}

/** The screen on which the user proves the account that has the email of the social account. It covers the form. */
export type LinkAccountProps = {
  provider: SocialProvider
  /** The reference of the provider's callback. A wrong proof does not use it up. */
  accessToken: string
  account: ClaimedAccount
  /** The address that the user typed, where the provider delivers none: part of the request. */
  email?: string
  /** Called once, with the session of the proven account; the caller stores it and goes on. */
  onSignedIn: (session: Session) => void
  /** The user goes back to the form. */
  onCancel: () => void
  /** The reference has ended (`social-failed`) or the account is refused: no other proof can succeed. */
  onFailed: (failure: Failure) => void
}
