/** Declares the facts of the installation that each page contains; the service writes them when it starts. */
import type { PageName } from './pages.ts'
import type { Platform } from './platforms.ts'

export type Site = {
  /** The provider's name in titles and the footer. */
  provider: string
  supportEmail: string
  links: { terms: string; privacy: string; eula: string }
  /** The home of the page's platform, null without one. */
  home: string | null
  /** The exact origins that codes of the page's platform may be sent to. */
  redirectOrigins: readonly string[]
  /** The file that registers those origins; absent in production. */
  platformsFile?: string
}

/**
 * Returns the URL of a path, query included, below a platform's home, which may have a path of its own. The path `/` is
 * the home as registered.
 */
export function urlBelowHome(home: string, path: string): string {
  const url = new URL(home)
  const [pathname = '', query = ''] = path.split('?')
  if (pathname !== '/') url.pathname = url.pathname.replace(/\/$/, '') + pathname
  url.search = query
  url.hash = ''
  return url.href
}

/** A rendered page that the front end gives to the service: the whole HTML and what its policy must allow. */
export type RenderedPage = {
  page: PageName
  platform: Platform
  html: string
  /** CSP sources such as `'sha256-…'` of the inline scripts and styles in `html`. */
  scriptHashes: readonly string[]
  styleHashes: readonly string[]
}

/**
 * The export `renderPages` of `web/dist/server/render.js`: renders every page for every platform, or `only` one during
 * development.
 */
export type RenderPages = (
  sites: Record<Platform, Site>,
  only?: { page: PageName; platform: Platform },
) => Promise<RenderedPage[]>
