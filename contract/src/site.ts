/** What the browser is told of the installation, written into each page once when the service starts. */
import type { PageName } from './pages.ts'
import type { Platform } from './platforms.ts'

export type Site = {
  /** The provider's name, as in titles and the footer. */
  provider: string
  supportEmail: string
  links: { terms: string; privacy: string; eula: string }
  /** Of the page's platform: where its people land, null where there is no home. */
  home: string | null
  /** Of the page's platform: the exact origins codes may be sent to. */
  redirectOrigins: readonly string[]
  /** The file that registers those origins; absent in production, where the page names none. */
  platformsFile?: string
}

/** A page as the front end's renderer hands it to the service: whole HTML and what its policy must allow. */
export type RenderedPage = {
  page: PageName
  platform: Platform
  html: string
  /** CSP sources such as `'sha256-…'` of the inline scripts and styles in `html`. */
  scriptHashes: readonly string[]
  styleHashes: readonly string[]
}

/**
 * The renderer's export `renderPages`, in `web/dist/server/render.js`: every page for every platform, or `only` one
 * while developing.
 */
export type RenderPages = (
  sites: Record<Platform, Site>,
  only?: { page: PageName; platform: Platform },
) => Promise<RenderedPage[]>
