import type { ReactNode } from 'react'
import './spinner.css'

/** Renders a ring without a text alternative, because the text next to the ring says what the user waits for. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}

/** Fills the page's height, and appears only if loading takes a moment (product 2.1). */
export function PageSpinner({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="page-spinner" role="status">
      {children}
      <Spinner />
      {/** biome-ignore lint/a11y/useSemanticElements: the document may contain one hidden h1. */}
      <span role="heading" aria-level={1}>
        {text}
      </span>
    </div>
  )
}
