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
import { navigation, routes } from './routes.tsx'

export function App({ data }: { data: PageData & { page: ReactPageName } }) {
  const page = useShownPage(data.page)
  const hasMenu = hasNavigation(page, data.platform)
  const Navigation = useLazyComponent(navigation, hasMenu, true)
  useLogoutMessages(data, page)
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

/** Lets an embedding page of a platform sign the user out (Spec 4). */
function useLogoutMessages({ platform, site }: PageData, page: ReactPageName): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have another session.
  useEffect(() => {
    if (!readStoredAuth(platform)) return
    // The page works without the listener, so a failure to load it is not reported.
    const listening = import('../session/logout-listener.ts').then(
      (module) => module.listenForLogout(platform, site, () => location.reload()),
      () => {},
    )
    return () => {
      listening.then((stop) => stop?.())
    }
  }, [platform, site, page])
}
