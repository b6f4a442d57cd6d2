/** Takes over from the early script after hydration. */
import { unexpected } from '@foyer/contract/sentences'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { showToast } from '../ui/feedback/toast-text.ts'
import { keepWebFont } from './web-font.ts'

/**
 * Repeats the user's early click after hydration. Effects of inner components run first, so every form already has its
 * listeners and has read the query. React renders the values from the query together with `isFilled`, so the form is filled
 * in before it is submitted.
 */
export function ReplayEarlyUse({ children }: { children: ReactNode }) {
  const [isFilled, setFilled] = useState(false)
  useLayoutEffect(() => setFilled(true), [])
  useEffect(() => {
    document.documentElement.dataset.started = ''
    if (!isFilled) return
    const used = window.foyer.start(showLaterError)
    keepWebFont(window.foyer.font)
    if (used instanceof HTMLFormElement) used.isConnected && used.requestSubmit()
    else used?.click()
  }, [isFilled])
  return children
}

/**
 * Shows a toast for an error outside rendering, which leaves the page usable. A script that fails to load is handled by the
 * code that loads it.
 */
function showLaterError({ target }: Event): void {
  if (target === window) showToast(unexpected)
}
