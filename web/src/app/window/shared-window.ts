/**
 * Prepares a page in a popup or a frame of a platform: navigation stays inside the document, other links leave the window,
 * and the embedding site learns the height of the frame (product 2.3, 2.5). app.tsx listens for messages.
 */

import { isReactPage, pages } from '@foyer/contract/pages'
import { findReceiver, type Receiver } from '../../api/other-window.ts'
import { showPage } from '../../flow/navigation/page-history.ts'
import type { PageData } from '../../platforms/page-context.ts'
import { followLinks } from './window-links.ts'
import './shared-window.css'

export function startInWindow(data: PageData): void {
  const kind = pages[data.page].window
  if (!kind) return
  // All pages of this window share one address, so the history entry names the page that a reload shows.
  const shown = history.state?.page
  if (typeof shown !== 'string' || !isReactPage(shown)) showPage(data.page as Parameters<typeof showPage>[0])
  followLinks(data, kind)
  if (kind === 'frame' && window.parent !== window) holdFocus()
  const receiver = findReceiver(kind, data.site, new URLSearchParams(location.search))
  if (receiver && kind === 'frame') reportHeight(receiver)
}

/** Prevents focus before the user is in the frame: focusing an element would also scroll the embedding page. */
function holdFocus(): void {
  const { focus } = HTMLElement.prototype
  HTMLElement.prototype.focus = function (this: HTMLElement, options) {
    if (document.hasFocus()) focus.call(this, options)
  }
}

function reportHeight(receiver: Receiver): void {
  let last = 0
  new ResizeObserver(() => {
    const heightPx = Math.ceil(document.documentElement.getBoundingClientRect().height)
    if (heightPx === 0 || heightPx === last) return
    last = heightPx
    receiver.post({ type: 'foyer:resize', heightPx })
  }).observe(document.documentElement)
}
