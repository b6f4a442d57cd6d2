/**
 * Runs inline in the head, before the early script, on pages with social buttons. Decides which buttons the first paint
 * shows.
 */
import type { SocialProvider } from '@foyer/contract/social/providers'

/**
 * Marks <html> with `data-<provider>`, and with `data-social` for the divider. `on` shows an element, `off` removes its
 * space; without a mark the space is kept (refresh-toggle.ts). The cache overrides the service's marks but is not trusted:
 * the cache cannot add a button that the page lacks. The document contains this function as text, so the function must not
 * use anything from outside.
 */
export function earlySocial(key: string, providers: readonly SocialProvider[]): void {
  const { dataset } = document.documentElement
  // Matches web views of Android, Facebook and iOS. Providers refuse web views, or popups do not open there.
  const agent = navigator.userAgent
  if (/; wv|FBA/.test(agent) || (agent.includes('iP') && !agent.includes('Safari'))) dataset.inApp = ''
  try {
    const { isEnabled, providers: listed } = JSON.parse(localStorage.getItem(key) as string).socialAuth
    if (typeof isEnabled !== 'boolean' || !Array.isArray(listed)) return
    dataset.social = 'off'
    for (const provider of providers) {
      dataset[provider] = 'off'
      if (isEnabled && listed.includes(provider)) dataset.social = dataset[provider] = 'on'
    }
  } catch {
    // The cache is empty or storage is blocked, so the service's marks stay.
  }
}
