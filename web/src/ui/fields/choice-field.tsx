import type { ReactNode } from 'react'
import './choice-field.css'
import { useField } from './field-frame.tsx'

type Choice = { id: string; name: string; about: string }

type ChoiceFieldProps = {
  name: string
  legend: string
  choices: readonly Choice[]
  defaultChoice: string
  /** Returns a link to show after the text of a choice. */
  linkOf: (id: string) => ReactNode
}

/**
 * Renders a list of choices, and the text of the selected choice below it. Screen readers read the text with each choice.
 * The first choice has the field's name as its id, so that an error can move the focus there.
 */
export function ChoiceField({ name, legend, choices, defaultChoice, linkOf }: ChoiceFieldProps) {
  const { error } = useField(name, null)
  const errorId = `${name}-error`
  return (
    <fieldset className="choices">
      <legend className="field-label">{legend}</legend>
      {error !== null && (
        <p className="field-error" id={errorId}>
          <span className="visually-hidden">Error: {legend} </span>
          {error}
        </p>
      )}
      {choices.map((choice, index) => {
        const id = index === 0 ? name : `${name}-${choice.id}`
        return (
          <div className="choice" key={choice.id}>
            <input
              type="radio"
              name={name}
              id={id}
              value={choice.id}
              defaultChecked={choice.id === defaultChoice}
              aria-describedby={error === null ? `${id}-about` : `${errorId} ${id}-about`}
            />
            <label htmlFor={id}>{choice.name}</label>
            <p className="choice-about" id={`${id}-about`}>
              {choice.about}
            </p>
            <p className="choice-link">{linkOf(choice.id)}</p>
          </div>
        )
      })}
    </fieldset>
  )
}
