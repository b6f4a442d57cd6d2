/** Declares the facts of the installation that each page contains; the service writes them when it starts. */

import type { PlatformPaths } from './navigation/platform-links.ts'
import type { PageName } from './pages.ts'
import type { Platform } from './platforms.ts'

export type Site = {
  /** The provider's name in titles and the footer. */
  provider: string
  supportEmail: string
  links: { terms: string; privacy: string; eula: string }
  /** The home of the page's platform, null without one. */
  home: string | null
  /** The registered paths of its own pages; absent where all are the defaults of navigation/platform-links.ts. */
  paths?: PlatformPaths
  /** The exact origins that codes of the page's platform may be sent to. */
  redirectOrigins: readonly string[]
  /** The file that registers those origins; absent in production. */
  platformsFile?: string
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
