import { createContext, type ReactNode, use } from 'react'
import './field-frame.css'

type FrameProps = {
  id: string
  label: string
  hint: ReactNode
  error: string | null
  /** Shown below the error: the user's next action. */
  remedy?: ReactNode
  children: ReactNode
}

/**
 * Renders label, hint, control and error. The hint is above the control, because an on-screen keyboard covers the text
 * below.
 */
export function FieldFrame({ id, label, hint, error, remedy, children }: FrameProps) {
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
        <p className="field-error" id={`${id}-error`}>
          <span className="visually-hidden">Error: </span>
          {error}
        </p>
      )}
      {remedy}
    </div>
  )
}

/** The errors of the surrounding form, by input name. */
export const FieldErrors = createContext<Readonly<Record<string, string>>>({})

/** Returns the field's error and the control's attributes. The name is also the id, and screen readers read the error first. */
export function useField(id: string, hint: ReactNode, fault: string | null = null) {
  const error = fault ?? use(FieldErrors)[id] ?? null
  const ids = [error !== null && `${id}-error`, hint && `${id}-hint`].filter(Boolean)
  const control = {
    id,
    'aria-invalid': error !== null || undefined,
    'aria-describedby': ids.join(' ') || undefined,
  }
  return { error, control }
}
