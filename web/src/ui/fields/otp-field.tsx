import { type ClipboardEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { FieldFrame, useField } from './field-frame.tsx'
import './otp-field.css'
import type { FieldProps } from './text-field.tsx'

type OtpFieldProps = Omit<FieldProps, 'ref'> & {
  digits: number
  /** Converts the digits of every script to 0–9. */
  toAscii: (text: string) => string
  /** Called with every complete code, whether typed, pasted or filled in. */
  onComplete: (code: string) => void
}

type Shown = { text: string; from: number; to: number }

/**
 * Renders one input for all digits, so that pasting and autofill work. The input is drawn as one slot per digit, left to
 * right.
 */
export function OtpField({ label, hint, digits, toAscii, onComplete, ...input }: OtpFieldProps) {
  const { error, control } = useField(input.name, hint)
  const element = useRef<HTMLInputElement>(null)
  const [shown, show] = useState<Shown>({ text: '', from: 0, to: 0 })

  useEffect(() => {
    const field = element.current
    if (!field) return
    const look = () => show(shownIn(field))
    look()
    document.addEventListener('selectionchange', look)
    field.addEventListener('selectionchange', look)
    return () => {
      document.removeEventListener('selectionchange', look)
      field.removeEventListener('selectionchange', look)
    }
  }, [])

  function take(field: HTMLInputElement, text: string): void {
    const code = digitsIn(toAscii(text)).slice(0, digits)
    if (field.value !== code) {
      const before = digitsIn(toAscii(text.slice(0, field.selectionStart ?? text.length))).length
      field.value = code
      // Restores the cursor, which a new value moves to the end.
      if (document.activeElement === field) field.setSelectionRange(before, before)
    }
    show(shownIn(field))
    if (code.length === digits) onComplete(code)
  }

  /** Extracts the code from a pasted message or '123-456', and replaces the whole value. */
  function paste(event: ClipboardEvent<HTMLInputElement>): void {
    const code = codeIn(toAscii(event.clipboardData.getData('text')), digits)
    if (code === null) return
    event.preventDefault()
    const field = event.currentTarget
    field.value = code
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }

  return (
    <FieldFrame id={control.id} label={label} hint={hint} error={error}>
      <div className="otp-field">
        <input
          {...input}
          {...control}
          ref={element}
          className="otp-field-input"
          type="text"
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern={`\\d{${digits}}`}
          maxLength={digits * 2}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onInput={(event: FormEvent<HTMLInputElement>) =>
            take(event.currentTarget, event.currentTarget.value)
          }
          onPaste={paste}
        />
        <div className="otp-field-slots" dir="ltr" aria-hidden="true">
          {Array.from({ length: digits }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the position identifies a slot.
            <span className="otp-field-slot" data-look={lookOf(index, shown, digits)} key={index}>
              {shown.text[index]}
            </span>
          ))}
        </div>
      </div>
    </FieldFrame>
  )
}

function shownIn({ value, selectionStart, selectionEnd }: HTMLInputElement): Shown {
  return { text: value, from: selectionStart ?? value.length, to: selectionEnd ?? value.length }
}

/** Returns how a slot looks while the field has the focus. */
function lookOf(index: number, { text, from, to }: Shown, digits: number): string | undefined {
  if (from < to) return index >= from && index < to ? 'selected' : undefined
  const at = Math.min(from, digits - 1)
  if (index !== at) return undefined
  return text[index] === undefined ? 'next' : 'current'
}

function digitsIn(text: string): string {
  return text.replace(/\D/g, '')
}

/** Returns the first run of digits of the right length, ignoring single spaces and dashes inside the run. */
function codeIn(text: string, digits: number): string | null {
  const runs = text.match(/\d(?:[\s-]?\d)*/g) ?? []
  return runs.map(digitsIn).find((run) => run.length === digits) ?? null
}
