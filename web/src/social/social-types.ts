/** Declares what the parts of a social sign-in give each other. */
import type { SocialPurpose } from '@foyer/contract/routes/social'
import type { SocialProvider } from '@foyer/contract/social/providers'
import type { ReactNode } from 'react'
import type { Challenge } from '../flow/otp/challenge.ts'
import type { SocialResult } from '../session/social/social-result.ts'
import type { PendingLink } from './link/pending-link.ts'

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
  /** A reload found the proof of an account under way; `challenge` if a code was sent. */
  | { kind: 'kept'; pending: PendingLink; challenge: Challenge | null }

/** Shown by a page while a social sign-in is under way; `isCovering` hides the form of the page. */
export type SocialShown = { flow: ReactNode; isCovering: boolean }

/** The page that a social sign-in works on. */
export type SocialPage = {
  purpose: SocialPurpose
  show: (change: (shown: SocialShown) => SocialShown) => void
  /** A session is stored: the page hands it over as after any sign-in. */
  onSignedIn: () => void
}
