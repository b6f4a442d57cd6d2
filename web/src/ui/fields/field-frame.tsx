import type { ReactNode } from 'react'
import './field-frame.css'

type FrameProps = {
  id: string
  label: string
  hint: ReactNode
  error: string | null
  children: ReactNode
}

/** Renders label, hint, control and error. The hint is above the control: on-screen keyboards cover the text below. */
export function FieldFrame({ id, label, hint, error, children }: FrameProps) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {error !== null && (
        <p
          className={isSingleWord(error) ? 'field-error field-error-short' : 'field-error'}
          id={`${id}-error`}
        >
          <span className="visually-hidden">Error: {isSingleWord(error) && `${label}: `}</span>
          {error}
        </p>
      )}
    </div>
  )
}

/** The control's aria-describedby: the error first. */
export function fieldDescription(id: string, hint: ReactNode, error: string | null): string | undefined {
  const ids = [error !== null && `${id}-error`, hint && `${id}-hint`].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : undefined
}

/** A single word such as 'Required' needs the label of its field. */
function isSingleWord(text: string): boolean {
  return !text.includes(' ')
}
