import type { ComponentProps, ReactNode } from 'react'
import { FieldFrame, useField } from './field-frame.tsx'

export type FieldProps = Omit<ComponentProps<'input'>, 'className' | 'id' | 'type' | 'value'> & {
  label: string
  name: string
  hint?: ReactNode
}

/** A single-line text field. It is uncontrolled, so that text typed before hydration stays. */
export function TextField({ label, hint, ...input }: FieldProps & { type?: 'text' | 'email' }) {
  const { error, control } = useField(input.name, hint)
  return (
    <FieldFrame id={control.id} label={label} hint={hint} error={error}>
      <input type="text" {...input} {...control} className="field-input" />
    </FieldFrame>
  )
}
