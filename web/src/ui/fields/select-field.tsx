import { type ComponentProps, useEffect, useEffectEvent, useRef } from 'react'
import { FieldFrame, useField } from './field-frame.tsx'
import './select.css'

type Option = { value: string; label: string }

type SelectFieldProps = Pick<ComponentProps<'select'>, 'autoComplete' | 'aria-busy'> & {
  label: string
  name: string
  /** Shown in place of the field's error if the options could not be loaded. */
  fault?: string | null
  /** The text while the user has chosen no option. */
  placeholder: string
  options: readonly Option[]
  /** The option to select once it is loaded; an empty text keeps the user's choice. */
  chosen: string
  /** The error of a missing choice, which is cleared when `chosen` is selected. */
  missing?: string
}

/**
 * Renders a native select. It is uncontrolled, so that an option chosen before hydration stays and new options keep the
 * focus.
 */
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
    // Clears the error of a missing choice, as if the user had chosen the option.
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
