/**
 * Starts a social sign-in during the click on a provider's button. Loaded when the pointer or the focus reaches the
 * buttons.
 */
import type { Platform } from '@foyer/contract/platforms'
import type { SocialProvider } from '@foyer/contract/social/providers'
import { createElement } from 'react'
import { takeResult } from '../session/social/social-result.ts'
import { startUrl } from '../session/social/start-url.ts'
import { readKeptLink } from './link/pending-link.ts'
import { isLinkEntry } from './link/use-link-entry.ts'
import { shownPage } from './shown-page.ts'
import { SocialFlow } from './social-flow.tsx'
import type { SocialStart } from './social-types.ts'

const size = { width: 500, height: 650 }

/**
 * Opens the provider's page in a popup. If popups are unavailable, this window goes to the provider and returns. Call this
 * function during the click, because browsers block other popups. `button` receives the focus if the user cancels.
 */
export function startSocial(provider: SocialProvider, button: HTMLElement): void {
  const channel = randomName()
  const { inApp } = document.documentElement.dataset
  const popup =
    inApp === undefined
      ? window.open(startUrl(provider, { mode: 'popup', channel }), '_blank', features())
      : null
  if (!popup) {
    location.assign(startUrl(provider, { mode: 'redirect', channel }))
    return
  }
  // Prevents the provider's page from controlling this page. This page can still see whether the popup is closed.
  popup.opener = null
  show({ kind: 'popup', provider, button, channel, popup })
}

/** Continues after the whole window was at the provider, and after a reload during the proof of an account. */
export function resumeSocial(platform: Platform): void {
  const result = takeResult()
  const kept = isLinkEntry() ? readKeptLink(platform) : null
  if (result) show({ kind: 'returned', result })
  else if (kept) show({ kind: 'kept', ...kept })
}

function show(start: SocialStart): void {
  const page = shownPage.now
  page?.show((shown) => ({
    ...shown,
    flow: createElement(SocialFlow, { page, start, onBeginAgain: startSocial }),
  }))
}

/** Returns 128 random bits as 22 characters of base64url. */
function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Centres the popup over this window. */
function features(): string {
  const { width, height } = size
  const left = Math.round(screenX + (outerWidth - width) / 2)
  const top = Math.round(screenY + Math.max(0, (outerHeight - height) / 2))
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}
