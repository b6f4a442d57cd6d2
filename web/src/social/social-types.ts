/** Declares the types that the parts of a social sign-in share. */
import type { SocialPurpose } from '@foyer/contract/routes/social'
import type { SocialProvider } from '@foyer/contract/social/providers'
import type { ReactNode } from 'react'
import type { Challenge } from '../flow/otp/challenge.ts'
import type { SocialResult } from '../session/social/social-result.ts'
import type { PendingLink } from './link/pending-link.ts'

/**
 * The start of a social sign-in: in a popup that this page has opened, or in this window after it returned from the
 * provider.
 */
export type SocialStart =
  | {
      kind: 'popup'
      provider: SocialProvider
      /** Receives the focus when the user cancels. */
      button: HTMLElement
      /** The name of the channel for the popup's result. */
      channel: string
      popup: Window
    }
  | { kind: 'returned'; result: SocialResult }
  /** A reload found a pending proof of an account. `challenge` is set if a code was sent. */
  | { kind: 'kept'; pending: PendingLink; challenge: Challenge | null }

/** The content of a page during a social sign-in. `isCovering` hides the form of the page. */
export type SocialShown = { flow: ReactNode; isCovering: boolean }

/** The page that runs a social sign-in. */
export type SocialPage = {
  purpose: SocialPurpose
  show: (change: (shown: SocialShown) => SocialShown) => void
  /** Called when a session is stored; the page then hands the user over as after any sign-in. */
  onSignedIn: () => void
}
