import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { FieldFrame, fieldDescription } from './field-frame.tsx'

export type Option = { value: string; label: string }

type SelectFieldProps = Omit<
  ComponentProps<'select'>,
  'className' | 'value' | 'defaultValue' | 'children'
> & {
  label: string
  name: string
  hint?: ReactNode
  error?: string | null
  /** The text while nothing is chosen. */
  placeholder: string
  options: readonly Option[]
  /** The option to choose once it is among the options; empty leaves the user's choice. */
  chosen: string
}

/** A native select. It is uncontrolled, so that an option chosen before hydration stays, and new options keep the focus. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error = null, placeholder, options, chosen, ...select } = props
  const id = select.id ?? select.name
  const field = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (field.current && options.some(({ value }) => value === chosen)) field.current.value = chosen
  }, [options, chosen])
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <select
        {...select}
        ref={field}
        className="field-input"
        id={id}
        aria-invalid={error !== null || undefined}
        aria-describedby={fieldDescription(id, hint, error)}
      >
        <option value="">{placeholder}</option>
        {options.map(({ value, label: text }) => (
          <option value={value} key={value}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
