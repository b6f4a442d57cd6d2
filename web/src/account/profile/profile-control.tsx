import { FieldFrame, useField } from '../../ui/fields/field-frame.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { DateField } from './date-field.tsx'
import type { ProfileField } from './profile-fields.ts'
import { ReferenceField } from './reference-field.tsx'

type ProfileControlProps = {
  field: ProfileField
  texts: Readonly<Record<string, string>>
  /** The key of the list that a reference is chosen from, and the id of the chosen item. */
  list: string | null
  chosen: string
  onText: (text: string) => void
}

const unitsOf = (text: string) => text.length

/** Asks for a field in the way that the contract names. */
export function ProfileControl({ field, texts, list, chosen, onText }: ProfileControlProps) {
  const { input: name, control, hint, isOptional } = field
  const label = isOptional && !field.isAskedFor ? `${field.label} (optional)` : field.label
  const shared = { name, label, hint, defaultValue: texts[name] ?? '' }
  switch (control.kind) {
    case 'line':
      return <TextField {...shared} autoComplete="off" inputMode={field.inputMode} />
    case 'link':
      return <TextField {...shared} autoComplete="url" inputMode="url" />
    case 'paragraphs':
      return (
        <TextArea
          name={name}
          label={label}
          defaultValue={texts[name] ?? ''}
          max={control.max}
          lengthOf={unitsOf}
        />
      )
    case 'date':
      return <DateField field={field} texts={texts} />
    case 'day':
      return <DayField {...shared} />
    case 'choice':
      return (
        <ChoiceSelect
          {...shared}
          empty={isOptional ? 'Not stated' : 'Choose one'}
          options={control.options.map((value) => ({ value, text: field.choices?.[value] ?? value }))}
        />
      )
    case 'reference':
      return <ReferenceField {...{ field, label, list, chosen, onText }} typed={texts[name]} />
  }
}

type SharedProps = { name: string; label: string; hint: string | undefined; defaultValue: string }

function DayField({ label, hint, ...input }: SharedProps) {
  const { error, control } = useField(input.name, hint)
  return (
    <FieldFrame id={control.id} label={label} hint={hint} error={error}>
      <input {...input} {...control} type="date" autoComplete="bday" className="field-input" />
    </FieldFrame>
  )
}

type ChoiceSelectProps = SharedProps & { empty: string; options: readonly { value: string; text: string }[] }

function ChoiceSelect({ label, hint, empty, options, ...select }: ChoiceSelectProps) {
  const { error, control } = useField(select.name, hint)
  return (
    <FieldFrame id={control.id} label={label} hint={hint} error={error}>
      <select {...select} {...control} className="field-input">
        <option value="">{empty}</option>
        {options.map(({ value, text }) => (
          <option value={value} key={value}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
