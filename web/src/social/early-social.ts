/** Runs inline in the head, before the early script, on pages with social buttons. It decides which the first paint shows. */
import type { SocialProvider } from '@foyer/contract/social/providers'

/**
 * Marks <html> with `data-<provider>`, and with `data-social` for the divider: `on` shows, `off` takes no space. The cache comes
 * before the marks that the service has made, and is not trusted: it can show no button that the page lacks. Without any mark
 * the space is kept (refresh-toggle.ts). The function is written into the page as text, so it must not use anything from outside.
 */
export function earlySocial(key: string, providers: readonly SocialProvider[]): void {
  const { dataset } = document.documentElement
  // A web view of Android, one of Facebook, any of iOS: providers refuse them, or their popups open nowhere.
  if (/; wv|FBA|iP(?!.*Safari)/.test(navigator.userAgent)) dataset.inApp = ''
  try {
    const { isEnabled, providers: listed } = JSON.parse(localStorage.getItem(key) as string).socialAuth
    if (typeof isEnabled !== 'boolean' || !Array.isArray(listed)) return
    dataset.social = 'off'
    for (const provider of providers) {
      dataset[provider] = 'off'
      if (isEnabled && listed.includes(provider)) dataset.social = dataset[provider] = 'on'
    }
  } catch {
    // Nothing is cached, or storage is blocked: the marks of the service stay.
  }
}
