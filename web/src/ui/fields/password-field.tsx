import { useEffect, useRef, useState } from 'react'
import { FieldFrame, fieldDescription } from './field-frame.tsx'
import './password-field.css'
import type { FieldProps } from './text-field.tsx'

/** A password with a button of words to see it; hidden again when it is sent and when the page comes back. */
export function PasswordField({ label, hint, error = null, ...input }: FieldProps) {
  const id = input.id ?? input.name
  // Two of them in a form must not be called the same.
  const what = label.toLowerCase()
  const [isShown, setShown] = useState(false)
  const [said, say] = useState('')
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    const form = button.current?.form
    const hide = () => setShown(false)
    const hideWhenBack = (event: PageTransitionEvent) => event.persisted && hide()
    form?.addEventListener('submit', hide)
    addEventListener('pageshow', hideWhenBack)
    return () => {
      form?.removeEventListener('submit', hide)
      removeEventListener('pageshow', hideWhenBack)
    }
  }, [])

  function toggle() {
    setShown(!isShown)
    say(`Your ${what} is ${isShown ? 'hidden' : 'visible'}`)
  }

  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className="password-field">
        <input
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
          {...input}
          className="field-input"
          type={isShown ? 'text' : 'password'}
          id={id}
          aria-invalid={error !== null || undefined}
          aria-describedby={fieldDescription(id, hint, error)}
        />
        <button
          ref={button}
          type="button"
          className="password-field-toggle"
          aria-controls={id}
          aria-label={`${isShown ? 'Hide' : 'Show'} ${what}`}
          onClick={toggle}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
        <span className="visually-hidden" role="status">
          {said}
        </span>
      </div>
    </FieldFrame>
  )
}
