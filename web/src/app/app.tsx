import { pages, type ReactPageName } from '@foyer/contract/pages'
import { useEffect } from 'react'
import { useLazyComponent } from '../flow/machine/lazy-component.ts'
import { useShownPage } from '../flow/navigation/page-history.ts'
import { accountArea, navigation, pageComponents } from '../pages.ts'
import { PageContext, type PageData } from '../platforms/page-context.ts'
import { hasNavigation } from '../platforms/page-facts.ts'
import { pageTitle } from '../platforms/page-title.ts'
import { readStoredAuth } from '../session/stored-auth.ts'
import { PageSpinner } from '../ui/feedback/spinner.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Layout } from './layout.tsx'

export function App({ data }: { data: PageData & { page: ReactPageName } }) {
  const page = useShownPage(data.page)
  const hasMenu = hasNavigation(page, data)
  const Navigation = useLazyComponent(navigation, hasMenu, true)
  useLogout(data, page)
  usePageTitle(data, page)
  return (
    <PageContext value={data}>
      <Layout page={page} navigation={hasMenu && Navigation && <Navigation page={page} />}>
        <ErrorBoundary key={page}>
          <PageSlot page={page} />
        </ErrorBoundary>
      </Layout>
    </PageContext>
  )
}

function PageSlot({ page }: { page: ReactPageName }) {
  const Page = useLazyComponent(pageComponents[page], true)
  if (!Page) return <PageSpinner text="Loading" />
  const Area = pages[page].section ? accountArea.loaded() : null
  return Area ? (
    <Area page={page}>
      <Page />
    </Area>
  ) : (
    <Page />
  )
}

/** Sets the title after a client-side navigation. */
function usePageTitle(data: PageData, page: ReactPageName): void {
  useEffect(() => {
    if (!('started' in document.documentElement.dataset)) return
    // Once its code is loaded, the page sets the title of its step itself.
    if (!pageComponents[page].loaded()) document.title = pageTitle(pages[page].title, data)
  }, [data, page])
}

/**
 * Follows a sign-out in another window. A page that is neither a popup nor a frame gets no such requests from other sites
 * (product 4).
 */
function useLogout(data: PageData, page: ReactPageName): void {
  useEffect(() => {
    if (window.parent === window && !window.opener && !readStoredAuth(data.platform)) return
    // A failure to load this module is not reported, because the page works without it.
    const following = import('../flow/navigation/follow-logout.ts').then(
      (module) => module.followLogout(data, page),
      () => {},
    )
    return () => {
      following.then((stop) => stop?.())
    }
  }, [data, page])
}
