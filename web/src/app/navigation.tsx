import { type NavigationItem, navigationOf } from '@foyer/contract/navigation/navigation'
import { platformUrl } from '@foyer/contract/navigation/platform-links'
import { isRendered } from '../platforms/is-rendered.ts'
import { usePage } from '../platforms/page-context.ts'
import { MenuBar } from '../ui/page/menu-bar.tsx'

/** The top navigation of a signed-in user (Spec 2.6), without links to pages that do not exist yet. */
export function Navigation() {
  const { platform, site } = usePage()
  const items = navigationOf(platform, { isSignedIn: true }).flatMap((item) => {
    const href = hrefOf(item)
    return href
      ? [{ label: item.label, href, isCurrent: item.kind === 'page' && item.page === 'account' }]
      : []
  })
  return <MenuBar items={items} />

  function hrefOf(item: NavigationItem): string | null {
    if (item.kind === 'page')
      return isRendered(item.page, platform) ? `${item.path}?platform=${platform}` : null
    return site.home && platformUrl({ home: site.home, paths: site.paths }, item)
  }
}
