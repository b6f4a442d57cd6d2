import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { announce } from '../feedback/live-regions.tsx'
import { FieldFrame, fieldDescription } from './field-frame.tsx'
import './text-area.css'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className' | 'value' | 'maxLength'> & {
  label: string
  name: string
  error?: string | null
  /** A longer text stays in the field, so that nothing pasted is lost. */
  max: number
  lengthOf: (text: string) => number
}

/** The field counts down from here on. */
const nearPart = 0.05

/** A field for several lines that says how much room is left. It is uncontrolled, so that text typed early stays. */
export function TextArea({ label, error = null, max, lengthOf, onInput, ...area }: TextAreaProps) {
  const { name: id, defaultValue } = area
  const field = useRef<HTMLTextAreaElement>(null)
  const [left, setLeft] = useState(max)
  const isOver = left < 0
  const isNear = left <= max * nearPart
  const hint = isNear ? roomLeft(left) : `Up to ${max.toLocaleString('en')} characters.`

  // biome-ignore lint/correctness/useExhaustiveDependencies: a restored text changes the value without an event.
  useEffect(() => setLeft(max - lengthOf(field.current?.value ?? '')), [defaultValue, max, lengthOf])

  // Announced when the count begins and when the text gets too long, not at each key.
  const latest = useRef(hint)
  latest.current = hint
  useEffect(() => {
    if (isNear || isOver) announce(latest.current)
  }, [isNear, isOver])

  function count(event: Parameters<NonNullable<typeof onInput>>[0]) {
    setLeft(max - lengthOf(event.currentTarget.value))
    onInput?.(event)
  }

  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea
        {...area}
        className="field-input text-area"
        id={id}
        ref={field}
        onInput={count}
        aria-invalid={error !== null || undefined}
        aria-describedby={fieldDescription(id, hint, error)}
      />
    </FieldFrame>
  )
}

function roomLeft(left: number): string {
  const characters = Math.abs(left) === 1 ? '1 character' : `${Math.abs(left)} characters`
  return left < 0 ? `${characters} too many.` : `${characters} left.`
}
