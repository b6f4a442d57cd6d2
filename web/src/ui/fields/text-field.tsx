import type { ComponentProps, ReactNode } from 'react'
import { FieldFrame, fieldDescription } from './field-frame.tsx'

export type FieldProps = Omit<ComponentProps<'input'>, 'className' | 'type' | 'value'> & {
  label: string
  name: string
  hint?: ReactNode
  error?: string | null
}

/** A single-line text field. It is uncontrolled, so that text typed before hydration stays. */
export function TextField({
  label,
  hint,
  error = null,
  type = 'text',
  ...input
}: FieldProps & { type?: 'text' | 'email' }) {
  const id = input.id ?? input.name
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <input
        {...input}
        className="field-input"
        type={type}
        id={id}
        aria-invalid={error !== null || undefined}
        aria-describedby={fieldDescription(id, hint, error)}
      />
    </FieldFrame>
  )
}
