/** Declares the facts of a page, a row of the table in pages.ts. */
import type { Area } from './platforms.ts'
import type { External } from './targets/externals.ts'

/**
 * Decides the headers of a page: the path of a `link` page holds a one-time token, a popup may open a `popup` page, and only
 * the origin in its query may frame a `frame` page.
 */
export type PageType = 'plain' | 'link' | 'logout' | 'iframe-sso' | 'auto-login' | 'popup' | 'frame'

type Paths = {
  /**
   * The path in each area; `:name` is a parameter of one segment. A page without a path of its own is shown in place of
   * another: `not-found`, or `sign-in-frame` where the query asks for a frame.
   */
  paths: { readonly [A in Area]?: string }
}

/** A page of the front end; page-descriptions.ts has its description. */
export type RenderedRow = Paths & {
  type: PageType
  /** React runs on a `react` page. A `plain` page has a small script of its own, `web/src/<script>`. */
  kind: 'react' | 'plain'
  /** The module in `web/src` that has the component, and the component's export. */
  module: string
  component: string
  script?: string
  /** The title in the HTML, which is also that of the first step; later steps change it. */
  title: string
  /** The HTTP status; 200 without one. */
  status?: 400 | 404
  /** `shown`: the page has the buttons of social providers. `next`: it may show a page with them without a new document. */
  social?: 'shown' | 'next'
  /** Only platforms whose users sign up this way have the page. */
  signUp?: 'open' | 'school'
  /** The page has the panel beside its form where the brand has the split layout. */
  hasPanel?: true
  /** The page has the top navigation on every platform, not only on those of schools. */
  hasNavigation?: true
  /** The document is made for a window in which a platform waits for the code. */
  window?: 'popup' | 'frame'
  /** The page signs users in for another window, whose origin the address must name. */
  needsOrigin?: true
  /** The early script offers the last person of this browser. */
  offersPerson?: true
  /** A signed-in user goes on from the page to the platform at once. */
  leadsOn?: true
  /** A session starts, stays or ends on the page: it sends ID tokens to the URL of the installation's token sync. */
  syncsTokens?: true
  /** Only signed-in users see the page. Without a platform in the address, it takes one at which this browser is signed in. */
  isOwn?: true
  /** The page is a section of the account area, with this label in the area's navigation. */
  section?: { label: string }
  /** Only platforms of these areas have the page; all without. */
  areas?: readonly Area[]
  /** The document also has this style sheet, `web/src/<sheet>`, which the first screen does not need. */
  sheet?: 'account/account.css'
  /** The page works without JavaScript. */
  needsNoScript?: true
  /** The page leads to this external site. Without it, the page is 'Page not found'. */
  external?: External
}

/** A page of a partner: `brands` with the partner's texts, for the platform of its area, with the partner as `login_source`. */
export type PartnerRow = Paths & { kind: 'partner'; partner: string; brands: 'sign-in' | 'sign-up' }

export type PageRow = RenderedRow | PartnerRow
