import { pages, type ReactPageName } from '@foyer/contract/pages'
import { useEffect } from 'react'
import { useLazyComponent } from '../flow/machine/lazy-component.ts'
import { useShownPage } from '../flow/navigation/page-history.ts'
import { navigation, pageComponents } from '../pages.ts'
import { PageContext, type PageData } from '../platforms/page-context.ts'
import { descriptionOf, hasNavigation } from '../platforms/page-facts.ts'
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
  const Page = useLazyComponent(pageComponents[page], true)
  return Page ? <Page /> : <PageSpinner text="Loading" />
}

/** Gives the document the title and description of a page that is shown without a new document. */
function usePageMeta(data: PageData, page: ReactPageName): void {
  useEffect(() => {
    if (!('started' in document.documentElement.dataset)) return
    document.querySelector('meta[name=description]')?.setAttribute('content', descriptionOf(page, data))
    // A page that is shown has the title of its step.
    if (!pageComponents[page].loaded()) document.title = pageTitle(pages[page].title, data)
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
