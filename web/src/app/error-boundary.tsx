import { Component, type ReactNode } from 'react'
import { ErrorPage } from './error-page.tsx'

/** A page that breaks leaves the rest standing; what breaks outside of it ends in the fatal notice. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <ErrorPage /> : this.props.children
  }
}
