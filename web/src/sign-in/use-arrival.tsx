import { autoNextDelayMs } from '@foyer/contract/limits'
import type { Platform } from '@foyer/contract/platforms'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { takeBanner } from '../session/banner.ts'
import { readStoredAuth } from '../session/stored-auth.ts'
import { announce } from '../ui/live-regions.tsx'
import { Banner } from '../ui/notice.tsx'
import { followHistoryLater } from './late-effects.ts'
import type { SignInEvent, SignInState } from './sign-in-machine.ts'

/** What the browser knows and the rendered page does not: a session, a banner, the query, the step of a reload. */
export function useArrival(
  platform: Platform,
  state: SignInState,
  send: (event: SignInEvent) => void,
): ReactNode {
  const [banner, setBanner] = useState<string | null>(null)
  const stateNow = useRef(state)
  useEffect(() => {
    stateNow.current = state
    // The form shows again as soon as nobody is being taken anywhere.
    if (state !== 'handingOver' && !readStoredAuth(platform)) delete document.documentElement.dataset.signedIn
    if (state === 'stopped') delete document.documentElement.dataset.signedIn
  }, [state, platform])

  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving happens once.
  useEffect(() => {
    if (readStoredAuth(platform)) send({ type: 'signedIn' })
    else {
      const text = takeBanner()
      setBanner(text)
      if (text) announce(text)
    }
    const reloadWhenBack = (event: PageTransitionEvent) => {
      if (event.persisted && stateNow.current === 'handingOver') location.reload()
    }
    addEventListener('pageshow', reloadWhenBack)
    const unfollow = followHistoryLater(platform, send, () => identifierInput()?.value ?? '')
    return () => {
      removeEventListener('pageshow', reloadWhenBack)
      unfollow()
    }
  }, [])

  useEffect(() => {
    const search = new URLSearchParams(location.search)
    const identifier = search.get('email') ?? phoneIn(search)
    const isAuto = search.get('autoNext') === 'true'
    if (isAuto) noteUntouched()
    const input = identifierInput()
    if (!identifier || input?.value !== '') return
    send({ type: 'prefilled', identifier })
    // Once: not again on Back or a reload.
    if (!isAuto || history.state?.isAutoNext) return
    history.replaceState({ ...history.state, isAutoNext: true }, '')
    announce(`Signing in as ${identifier}`)
    const timer = setTimeout(() => input.form?.requestSubmit(), autoNextDelayMs)
    return () => clearTimeout(timer)
  }, [send])

  useEffect(() => {
    const isIdle = document.activeElement === null || document.activeElement === document.body
    if (isIdle && matchMedia('(pointer: fine)').matches) identifierInput()?.focus()
  }, [])

  return banner && <Banner text={banner} onDismiss={() => setBanner(null)} />
}

/** Until then a link alone leads on, and must not send messages. */
function noteUntouched(): void {
  const { dataset } = document.documentElement
  dataset.untouched = ''
  const touch = () => delete dataset.untouched
  addEventListener('keydown', touch, { once: true })
  addEventListener('pointerdown', touch, { once: true })
}

function identifierInput(): HTMLInputElement | null {
  return document.querySelector('#username:not([readonly])')
}

/** A plus that was not encoded comes out of a query as a space. */
function phoneIn(search: URLSearchParams): string | null {
  return search.get('phoneNumber')?.replace(/^ (?=\d)/, '+') ?? null
}
