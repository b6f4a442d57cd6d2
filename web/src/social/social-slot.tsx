import type { SocialPurpose } from '@foyer/contract/routes/social'
import { unexpected } from '@foyer/contract/sentences'
import { type ReactNode, useEffect, useState } from 'react'
import { readText } from '../api/storage/browser-storage.ts'
import { socialKey } from '../api/storage/storage-keys.ts'
import { usePage } from '../platforms/page-context.ts'
import { showToast } from '../ui/feedback/toast-text.ts'
import { shownPage } from './shown-page.ts'
import type { SocialShown } from './social-types.ts'

type SocialSlotProps = {
  purpose: SocialPurpose
  send: (event: { type: 'signedIn' }) => void
  children: ReactNode
}

/**
 * Reserves a place on the page for social sign-in. Loads the code when the window returns from a provider, or after a
 * reload.
 */
export function SocialSlot({ purpose, send, children }: SocialSlotProps) {
  const { platform } = usePage()
  const [{ flow, isCovering }, show] = useState<SocialShown>({ flow: null, isCovering: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the machine of the page stays the same.
  useEffect(() => {
    shownPage.now = { purpose, show, onSignedIn: () => send({ type: 'signedIn' }) }
    if (readText('sessionStorage', socialKey) || history.state?.isLinking) {
      import('./start-social.ts').then(
        ({ resumeSocial }) => resumeSocial(platform),
        () => showToast(unexpected),
      )
    }
    return () => {
      shownPage.now = null
    }
  }, [])
  return (
    <>
      {flow}
      {!isCovering && children}
    </>
  )
}
