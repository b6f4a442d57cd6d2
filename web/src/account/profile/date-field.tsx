import { use, useState } from 'react'
import { FieldErrors } from '../../ui/fields/field-frame.tsx'
import { monthOf, ongoingOf, type ProfileField } from './profile-fields.ts'

type DateFieldProps = { field: ProfileField; texts: Readonly<Record<string, string>> }

const months = [...Array(12).keys()].map((index) => ({
  value: String(index + 1).padStart(2, '0'),
  name: new Date(Date.UTC(2024, index)).toLocaleString('en', { month: 'long', timeZone: 'UTC' }),
}))

/** Asks for a year and, if the user knows it, a month. The end of a period may be open. */
export function DateField({ field, texts }: DateFieldProps) {
  const { input: name, label, ongoing } = field
  const [isOngoing, setOngoing] = useState(texts[ongoingOf(name)] !== undefined)
  const errors = use(FieldErrors)
  const wrong = [monthOf(name), name].find((input) => errors[input])
  const described = wrong ? { 'aria-describedby': `${name}-error` } : {}
  return (
    <fieldset className="profile-date">
      <legend className="field-label">{label}</legend>
      <div className="profile-date-inputs" hidden={isOngoing}>
        <label className="profile-date-input">
          <span className="small">Month</span>
          <select
            {...described}
            id={monthOf(name)}
            name={monthOf(name)}
            className="field-input"
            aria-invalid={wrong === monthOf(name) || undefined}
            defaultValue={texts[monthOf(name)]}
          >
            <option value="">–</option>
            {months.map(({ value, name: month }) => (
              <option value={value} key={value}>
                {month}
              </option>
            ))}
          </select>
        </label>
        <label className="profile-date-input">
          <span className="small">Year</span>
          <input
            {...described}
            id={name}
            name={name}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            className="field-input"
            aria-invalid={wrong === name || undefined}
            defaultValue={texts[name]}
          />
        </label>
      </div>
      {wrong && (
        <p className="field-error" id={`${name}-error`}>
          <span className="visually-hidden">Error: </span>
          {errors[wrong]}
        </p>
      )}
      {ongoing && (
        <label className="profile-check">
          <input
            type="checkbox"
            name={ongoingOf(name)}
            defaultChecked={isOngoing}
            onChange={(event) => setOngoing(event.target.checked)}
          />
          {ongoing.choice}
        </label>
      )}
    </fieldset>
  )
}
