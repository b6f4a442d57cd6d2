/** Declares the facts of the installation that each page contains; the service writes them at its start. */

import type { PlatformPaths } from './navigation/platform-links.ts'
import type { PageName } from './pages.ts'
import type { Platform } from './platforms.ts'
import type { SocialProvider } from './social/providers.ts'
import type { External, ExternalPlace } from './targets/externals.ts'

export type Site = {
  /** The provider's name in titles and the footer. */
  provider: string
  supportEmail: string
  links: { terms: string; privacy: string; eula: string }
  /** The home of the page's platform; null if none is registered. */
  home: string | null
  /**
   * The registered paths of the platform's own pages; undefined if all are the defaults of
   * navigation/platform-links.ts.
   */
  paths?: PlatformPaths
  /** The exact origins to which codes of the page's platform may be sent. */
  redirectOrigins: readonly string[]
  /** The configured social providers, on pages of a platform that offers them; undefined if none is configured. */
  social?: readonly SocialProvider[]
  /** URL patterns of preview deployments that may request a logout of the platform; undefined if none is registered. */
  previewOrigins?: readonly string[]
  /** The sites that may frame the auto-login page; set on that page only. */
  sisterOrigins?: readonly string[]
  /** The URL that receives a signed-in user's ID token, and that token's lifetime; undefined if none is configured. */
  tokenSync?: { url: string; maxAgeSeconds: number }
  /** The file that registers those origins; undefined in production. */
  platformsFile?: string
  /** The site that the page leads to; set only on the page of an external site. */
  external?: ExternalPlace
}

/** The facts of a platform, from which the renderer makes the `Site` of each page. */
export type PlatformSite = Omit<Site, 'external'> & {
  externals?: { readonly [Name in External]?: ExternalPlace }
}

/** A rendered page: the whole HTML, and the hashes that its security policy must allow. */
export type RenderedPage = {
  page: PageName
  platform: Platform
  html: string
  /** CSP sources such as `'sha256-…'` of the inline scripts and styles in `html`. */
  scriptHashes: readonly string[]
  styleHashes: readonly string[]
  /** The social providers that the page has buttons of; the service marks on <html> which of them are on. */
  social?: readonly SocialProvider[]
}

/**
 * The export `renderPages` of `web/dist/server/render.js`. Renders every page for every platform, or only the page in
 * `only` during development.
 */
export type RenderPages = (
  sites: Record<Platform, PlatformSite>,
  only?: { page: PageName; platform: Platform },
) => Promise<RenderedPage[]>
