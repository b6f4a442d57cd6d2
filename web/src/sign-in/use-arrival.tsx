import { autoNextDelayMs } from '@foyer/contract/numbers'
import type { Platform } from '@foyer/contract/platforms'
import { type ReactNode, useEffect, useState } from 'react'
import { useFirstFocus } from '../flow/form/use-first-focus.ts'
import { identifierIn } from '../flow/navigation/page-query.ts'
import { useSignedIn } from '../flow/navigation/use-signed-in.ts'
import { takeBanner } from '../session/banner.ts'
import { readStoredAuth } from '../session/stored-auth.ts'
import { announce } from '../ui/feedback/live-regions.tsx'
import { Banner } from '../ui/feedback/notice.tsx'
import { followHistoryLazily } from './lazy-sign-in-effects.ts'
import type { SignInEvent, SignInState } from './sign-in-machine.ts'

/** Applies what the browser knows and the rendered page does not: session, banner, query, step of a reload. */
export function useArrival(
  platform: Platform,
  state: SignInState,
  send: (event: SignInEvent) => void,
): ReactNode {
  const [banner, setBanner] = useState<string | null>(null)
  useSignedIn(platform, state, () => send({ type: 'signedIn' }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on arrival.
  useEffect(() => {
    if (!readStoredAuth(platform)) {
      const text = takeBanner()
      setBanner(text)
      if (text) announce(text)
    }
    return followHistoryLazily(platform, send, () => identifierInput()?.value ?? '')
  }, [])

  useEffect(() => {
    const search = new URLSearchParams(location.search)
    const identifier = identifierIn(search)
    const isAuto = search.get('autoNext') === 'true'
    if (isAuto) noteUntouched()
    const input = identifierInput()
    if (!identifier || input?.value !== '') return
    send({ type: 'prefilled', identifier })
    // Back and a reload do not submit again.
    if (!isAuto || history.state?.isAutoNext) return
    history.replaceState({ ...history.state, isAutoNext: true }, '')
    announce(`Signing in as ${identifier}`)
    const timer = setTimeout(() => input.form?.requestSubmit(), autoNextDelayMs)
    return () => clearTimeout(timer)
  }, [send])

  useFirstFocus(identifierField)

  return banner && <Banner text={banner} onDismiss={() => setBanner(null)} />
}

/** Marks the page until the user presses a key or clicks: a link alone must not send messages. */
function noteUntouched(): void {
  const { dataset } = document.documentElement
  dataset.untouched = ''
  const touch = () => delete dataset.untouched
  addEventListener('keydown', touch, { once: true })
  addEventListener('pointerdown', touch, { once: true })
}

const identifierField = '#username:not([readonly])'

function identifierInput(): HTMLInputElement | null {
  return document.querySelector(identifierField)
}
