/** Declares the facts of the installation that each page contains; the service writes them when it starts. */

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
  /** The home of the page's platform, null without one. */
  home: string | null
  /** The registered paths of its own pages; absent where all are the defaults of navigation/platform-links.ts. */
  paths?: PlatformPaths
  /** The exact origins that codes of the page's platform may be sent to. */
  redirectOrigins: readonly string[]
  /** The social providers that the installation is configured for, on pages of a platform that offers them; absent without any. */
  social?: readonly SocialProvider[]
  /** The patterns of preview deployments that may ask for a logout of the platform; absent where none is registered. */
  previewOrigins?: readonly string[]
  /** The sites that may frame the auto-login page; only on that page. */
  sisterOrigins?: readonly string[]
  /** The URL that gets the ID token of a signed-in user, and that token's life; absent where none is configured. */
  tokenSync?: { url: string; maxAgeSeconds: number }
  /** The file that registers those origins; absent in production. */
  platformsFile?: string
  /** The site that the page leads to; only on the page of an external site. */
  external?: ExternalPlace
}

/** The facts of a platform from which the renderer makes the site of each page. */
export type PlatformSite = Omit<Site, 'external'> & {
  externals?: { readonly [Name in External]?: ExternalPlace }
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
  sites: Record<Platform, PlatformSite>,
  only?: { page: PageName; platform: Platform },
) => Promise<RenderedPage[]>
