import { type ComponentProps, useEffect, useEffectEvent, useRef } from 'react'
import { FieldFrame, useField } from './field-frame.tsx'
import './select.css'

type Option = { value: string; label: string }

type SelectFieldProps = Pick<ComponentProps<'select'>, 'autoComplete' | 'aria-busy'> & {
  label: string
  name: string
  /** Stands in the place of the field's error: the options could not be loaded. */
  fault?: string | null
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
  const { label, fault, placeholder, options, chosen, missing, ...select } = props
  const { error, control } = useField(select.name, null, fault)
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
    <FieldFrame id={control.id} label={label} hint={null} error={error}>
      <select {...select} {...control} ref={field} className="field-input">
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
