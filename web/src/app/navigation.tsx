import { type NavigationItem, navigationOf } from '@foyer/contract/navigation/navigation'
import { platformUrl } from '@foyer/contract/navigation/platform-links'
import { pageOf } from '@foyer/contract/page-of'
import { pages, type RenderedPageName } from '@foyer/contract/pages'
import type { Platform } from '@foyer/contract/platforms'
import type { FocusEvent } from 'react'
import { lazyComponent, useLazyComponent } from '../flow/machine/lazy-component.ts'
import { withPageQuery } from '../flow/navigation/page-query.ts'
import { usePage } from '../platforms/page-context.ts'
import { MenuBar, type MenuLink } from '../ui/page/menu-bar.tsx'
import { useNavigationUser } from './use-navigation-user.ts'
import { useUnread } from './use-unread.ts'

/** Loaded only for a signed-in user. */
const accountMenu = lazyComponent(() => import('../ui/page/account-menu.tsx'), 'AccountMenu')

/**
 * Renders the top navigation (product 2.6), without links to pages that the platform lacks. The account menu contains the
 * sign-out.
 */
export function Navigation({ page }: { page: RenderedPageName }) {
  const { platform, site, brand } = usePage()
  const user = useNavigationUser(platform)
  // The server renders pages of the account for a signed-in user, and all other pages for a signed-out user.
  const isSignedIn = user === undefined ? pages[page].isOwn === true : user !== null
  const AccountMenu = useLazyComponent(accountMenu, Boolean(user), true)
  const unread = useUnread(platform, Boolean(user) && pages[page].isOwn === true)
  const items = navigationOf(platform, { isSignedIn })
  const links = items.flatMap(linkTo)
  return (
    <>
      {links.length > 0 && <MenuBar links={links} isAtEnd={!isSignedIn} onBlur={closeWhenLeft} />}
      {user && AccountMenu ? (
        <AccountMenu
          {...user}
          {...{ unread }}
          links={[...accountLinks(platform), ...signOutLinks()]}
          onBlur={closeWhenLeft}
        />
      ) : (
        isSignedIn && <span className="account-menu-space" />
      )}
    </>
  )

  /** Says what each sign-out ends. */
  function signOutLinks(): { label: string; href: string }[] {
    const ofPlatform = items.flatMap((item) =>
      item.kind === 'page' && item.page === 'logout'
        ? [{ label: `${item.label} of ${brand.displayName}`, href: hrefOf(item) }]
        : [],
    )
    const href = `/logout-everywhere?platform=${platform}`
    return [...ofPlatform, { label: 'Sign out of everything in this browser', href }]
  }

  function linkTo(item: NavigationItem): MenuLink[] {
    const { label } = item
    if (item.kind === 'platform') {
      return site.home
        ? [{ label, href: platformUrl({ home: site.home, paths: site.paths }, item), isCurrent: false }]
        : []
    }
    if (item.page === 'logout' || !pageOf(item.page, item.platform)) return []
    const isCurrent = item.page === page && item.platform === platform
    return [{ label, href: hrefOf(item), isCurrent, ...(!isSignedIn && { carry }) }]
  }
}

type PageItem = Extract<NavigationItem, { kind: 'page' }>

function hrefOf({ path, platform }: PageItem): string {
  return `${path}?platform=${platform}`
}

/** Every page links to the account and to the user's platforms, even if the platform's navigation does not. */
function accountLinks(platform: Platform): { label: string; href: string }[] {
  return [
    { label: 'Your account', href: `/account?platform=${platform}` },
    { label: 'Notifications', href: `/account/notifications?platform=${platform}` },
    { label: 'Where to?', href: `/doors?platform=${platform}` },
  ]
}

/** Parameters that name a target of this page's platform. Another platform refuses them. */
const targetParameters = ['redirect-url', 'origin', 'code_challenge', 'code_challenge_method']

/** Adds the query of this page to a link. A link to another platform gets no target parameters. */
function carry(href: string): string {
  const url = new URL(withPageQuery(href, ''), location.origin)
  const platform = new URLSearchParams(href.split('?')[1]).get('platform') ?? ''
  if (url.searchParams.get('platform') !== platform) {
    for (const name of targetParameters) url.searchParams.delete(name)
    url.searchParams.set('platform', platform)
  }
  return url.pathname + url.search
}

/** Closes the popover when the focus leaves its container, so that the popover never covers the focused element. */
function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (!(relatedTarget instanceof Node) || currentTarget.contains(relatedTarget)) return
  currentTarget.querySelector<HTMLElement>(':popover-open')?.hidePopover()
}
