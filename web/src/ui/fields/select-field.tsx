import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { FieldFrame, fieldDescription } from './field-frame.tsx'
import './select.css'

type Option = { value: string; label: string }

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
  /** The error of a missing choice, which such an option takes away. */
  missing?: string
}

/** A native select. It is uncontrolled, so that an option chosen before hydration stays, and new options keep the focus. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error = null, placeholder, options, chosen, missing, ...select } = props
  const id = select.id ?? select.name
  const field = useRef<HTMLSelectElement>(null)
  const clearMissing = useEffectEvent((select: HTMLSelectElement) => {
    if (error !== null && error === missing) select.dispatchEvent(new Event('input', { bubbles: true }))
  })
  useEffect(() => {
    const select = field.current
    if (!select || select.value === chosen || options.every(({ value }) => value !== chosen)) return
    select.value = chosen
    // The error of a missing choice goes, as it does when the user chooses.
    clearMissing(select)
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
