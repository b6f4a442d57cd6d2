import { Component, type ReactNode } from 'react'
import { ErrorPage } from './error-page.tsx'

/** Shows the error page when a page fails to render. An error outside of it leads to the fatal notice. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <ErrorPage /> : this.props.children
  }
}
