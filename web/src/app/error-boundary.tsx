import { Component, type ReactNode } from 'react'
import { lazyComponent } from '../flow/machine/lazy-component.ts'

/** Loaded only when a page fails, because the first screen has no room for it. */
const errorPage = lazyComponent(() => import('./error-page.tsx'), 'ErrorPage')

/** Shows the error page when a page fails to render. An error outside the boundary shows the fatal notice. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    window.foyer.report(error, 'render')
    errorPage.load().then(
      () => this.forceUpdate(),
      () => window.foyer.fail(),
    )
  }

  override render() {
    const ErrorPage = errorPage.loaded()
    return this.state.hasFailed ? ErrorPage && <ErrorPage /> : this.props.children
  }
}
