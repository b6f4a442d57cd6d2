import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { announce } from '../feedback/live-regions.tsx'
import { FieldFrame, useField } from './field-frame.tsx'
import './text-area.css'

type TextAreaProps = Omit<
  ComponentProps<'textarea'>,
  'className' | 'id' | 'value' | 'maxLength' | 'onInput'
> & {
  label: string
  name: string
  /** A longer text stays in the field, so that nothing pasted is lost. */
  max: number
  lengthOf: (text: string) => number
}

/** The field counts down from here on. */
const nearPart = 0.05

/** A field for several lines that says how much room is left. It is uncontrolled, so that text typed early stays. */
export function TextArea({ label, max, lengthOf, ...area }: TextAreaProps) {
  const { name, defaultValue } = area
  const field = useRef<HTMLTextAreaElement>(null)
  const [left, setLeft] = useState(max)
  const isOver = left < 0
  const isNear = left <= max * nearPart
  const hint = isNear ? roomLeft(left) : `Up to ${max.toLocaleString('en')} characters.`
  const { error, control } = useField(name, hint)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a restored text changes the value without an event.
  useEffect(() => setLeft(max - lengthOf(field.current?.value ?? '')), [defaultValue, max, lengthOf])

  // Announced when the count begins and when the text gets too long, not at each key.
  const latest = useRef(hint)
  latest.current = hint
  useEffect(() => {
    if (isNear || isOver) announce(latest.current)
  }, [isNear, isOver])

  return (
    <FieldFrame id={name} label={label} hint={hint} error={error}>
      <textarea
        {...area}
        {...control}
        className="field-input text-area"
        ref={field}
        onInput={(event) => setLeft(max - lengthOf(event.currentTarget.value))}
      />
    </FieldFrame>
  )
}

function roomLeft(left: number): string {
  const characters = Math.abs(left) === 1 ? '1 character' : `${Math.abs(left)} characters`
  return left < 0 ? `${characters} too many.` : `${characters} left.`
}
