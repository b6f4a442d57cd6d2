import type { ComponentProps, ReactNode } from 'react'
import { FieldFrame, useField } from './field-frame.tsx'

export type FieldProps = Omit<ComponentProps<'input'>, 'className' | 'id' | 'type' | 'value'> & {
  label: string
  name: string
  hint?: ReactNode
}

export type TextFieldProps = FieldProps & {
  type?: 'text' | 'email' | 'tel'
  /** Returns the content below an error: the user's next action. */
  remedy?: (error: string) => ReactNode
}

/** Renders a single-line text field. It is uncontrolled, so that text typed before hydration stays. */
export function TextField({ label, hint, remedy, ...input }: TextFieldProps) {
  const { error, control } = useField(input.name, hint)
  return (
    <FieldFrame
      id={control.id}
      label={label}
      hint={hint}
      error={error}
      remedy={error !== null && remedy?.(error)}
    >
      <input type="text" {...input} {...control} className="field-input" />
    </FieldFrame>
  )
}
