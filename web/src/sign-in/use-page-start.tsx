import type { Platform } from '@foyer/contract/platforms'
import { type ReactNode, useEffect, useState } from 'react'
import { useFirstFocus } from '../flow/form/use-first-focus.ts'
import { identifierIn } from '../flow/navigation/page-query.ts'
import { useSignedIn } from '../flow/navigation/use-signed-in.ts'
import { takeBanner } from '../session/banner.ts'
import { readStoredAuth } from '../session/stored-auth.ts'
import { announce } from '../ui/feedback/live-regions.tsx'
import { Banner } from '../ui/feedback/notice.tsx'
import { followPageLazily } from './lazy-sign-in-effects.ts'
import type { SignInEvent, SignInState } from './sign-in-machine.ts'

/** Applies the state that only the browser has: session, banner, query, and the step of a reload. */
export function usePageStart(
  platform: Platform,
  state: SignInState,
  send: (event: SignInEvent) => void,
): ReactNode {
  const [banner, setBanner] = useState<string | null>(null)
  useSignedIn(platform, state, () => send({ type: 'signedIn' }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, at the start of the page.
  useEffect(() => {
    if (!readStoredAuth(platform)) {
      const text = takeBanner()
      setBanner(text)
      if (text) announce(text)
    }
    return followPageLazily(platform, send, () => identifierInput()?.value ?? '')
  }, [])

  useEffect(() => {
    const search = new URLSearchParams(location.search)
    const identifier = identifierIn(search)
    const input = identifierInput()
    const isFilled = identifier && input?.value === ''
    if (isFilled) send({ type: 'prefilled', identifier })
    if (search.get('autoNext') !== 'true') return
    import('./auto-next.ts').then(
      (module) => module.autoNext(isFilled ? input : null),
      () => {},
    )
  }, [send])

  useFirstFocus(identifierField)

  return banner && <Banner text={banner} onDismiss={() => setBanner(null)} />
}

const identifierField = '#username'

function identifierInput(): HTMLInputElement | null {
  return document.querySelector(identifierField)
}
