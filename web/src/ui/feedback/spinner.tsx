import './spinner.css'

/** A ring; what it stands for is said in words beside it. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}

/** Fills the height of the page, and shows only when waiting takes a moment (Spec 2.1). */
export function PageSpinner({ text }: { text: string }) {
  return (
    <div className="page-spinner" role="status">
      <Spinner />
      {/** biome-ignore lint/a11y/useSemanticElements: one h1 may wait in the same document, hidden. */}
      <span role="heading" aria-level={1}>
        {text}
      </span>
    </div>
  )
}
