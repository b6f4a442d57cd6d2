import { useEffect } from 'react'
import { useLazyComponent } from '../flow/machine/lazy-component.ts'
import { useShownPage } from '../flow/navigation/page-history.ts'
import { hasNavigation } from '../platforms/has-navigation.ts'
import { PageContext, type PageData } from '../platforms/page-context.ts'
import type { ReactPageName } from '../platforms/rendered-pages.ts'
import { readStoredAuth } from '../session/stored-auth.ts'
import { PageSpinner } from '../ui/feedback/spinner.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Layout } from './layout.tsx'
import { isRoute, navigation, routes } from './routes.tsx'

export function App({ data }: { data: PageData & { page: ReactPageName } }) {
  const page = useShownPage(data.page, isRoute)
  const hasMenu = hasNavigation(page, data)
  const Navigation = useLazyComponent(navigation, hasMenu, true)
  useLogout(data, page)
  usePageMeta(data, page)
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
  const Page = useLazyComponent(routes[page], true)
  return Page ? <Page /> : <PageSpinner text="Loading" />
}

/** Gives the document the title and description of a page that is shown without a new document. */
function usePageMeta(data: PageData, page: ReactPageName): void {
  useEffect(() => {
    if (!('started' in document.documentElement.dataset)) return
    // The page works without them.
    import('./show-page-meta.ts').then(
      (module) => module.showPageMeta(page, data),
      () => {},
    )
  }, [data, page])
}

/** Follows a sign-out in another window. No other window can ask a page that is neither framed nor a popup (product 4). */
function useLogout(data: PageData, page: ReactPageName): void {
  useEffect(() => {
    if (window.parent === window && !window.opener && !readStoredAuth(data.platform)) return
    // The page works without it, so a failure to load it is not reported.
    const following = import('../flow/navigation/follow-logout.ts').then(
      (module) => module.followLogout(data, page),
      () => {},
    )
    return () => {
      following.then((stop) => stop?.())
    }
  }, [data, page])
}
