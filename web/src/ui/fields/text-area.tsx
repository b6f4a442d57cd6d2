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
  /** The limit. A longer text stays in the field, so that pasted text is not lost. */
  max: number
  lengthOf: (text: string) => number
}

/** The part of the limit that is left when the field starts to count down. */
const nearPart = 0.05

/**
 * Renders a multi-line field that shows the remaining characters. It is uncontrolled, so that text typed before hydration
 * stays.
 */
export function TextArea({ label, max, lengthOf, ...area }: TextAreaProps) {
  const { name, defaultValue } = area
  const field = useRef<HTMLTextAreaElement>(null)
  const [left, setLeft] = useState(max)
  const isOver = left < 0
  const isNear = left <= max * nearPart
  const { error, control } = useField(name, true)
  // An error says the same as the count.
  const hint = isNear && error === null ? roomLeft(left) : `Up to ${max.toLocaleString('en')} characters.`

  // biome-ignore lint/correctness/useExhaustiveDependencies: a restored text changes the value without an event.
  useEffect(() => setLeft(max - lengthOf(field.current?.value ?? '')), [defaultValue, max, lengthOf])

  // Announces the count when it first appears and when the text becomes too long, but not at each key.
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
