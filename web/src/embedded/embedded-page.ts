/** Reads the data of a page without React, and posts messages to the page that embeds it. */
import { isPlatform, type Platform } from '@foyer/contract/platforms'
import type { Site } from '@foyer/contract/site'
import { trustedOrigin } from '@foyer/contract/targets/trusted-origin'
import type { Message, MessageName } from '@foyer/contract/window-messages'

export type EmbeddedPage = {
  platform: Platform
  site: Site
  search: URLSearchParams
  /** The `origin` of the query if it is registered. Messages go only to this origin. */
  origin: string | null
  isFramed: boolean
}

/** Reads the page's data. The service already refuses foreign origins; this check does not depend on the service. */
export function readEmbeddedPage(origins: (site: Site) => readonly string[] = ofPlatform): EmbeddedPage {
  const { platform } = document.documentElement.dataset
  if (!isPlatform(platform)) throw new Error('The page does not name its platform')
  const site: Site = JSON.parse(document.getElementById('site')?.textContent ?? '')
  const search = new URLSearchParams(location.search)
  const origin = trustedOrigin(search.get('origin'), origins(site))
  return { platform, site, search, origin, isFramed: window.parent !== window }
}

function ofPlatform({ redirectOrigins }: Site): readonly string[] {
  return redirectOrigins
}

/** Posts a message to the embedding page at its registered origin. Does nothing if the page is not framed. */
export function tellParent<N extends MessageName>(
  { origin, isFramed }: EmbeddedPage,
  message: Message<N>,
): void {
  if (isFramed && origin !== null) window.parent.postMessage(message, origin)
}
