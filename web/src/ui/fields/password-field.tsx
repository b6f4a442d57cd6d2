import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { FieldFrame, useField } from './field-frame.tsx'
import './password-field.css'
import type { FieldProps } from './text-field.tsx'

/**
 * Renders a password field with a 'Show' button and a Caps Lock hint. Submitting the form or returning to the page hides
 * the password.
 */
export function PasswordField({ label, hint, ...input }: FieldProps) {
  const { error, control } = useField(input.name, hint)
  // Two password fields in a form need buttons with different names.
  const what = label.toLowerCase()
  const [isShown, setShown] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const [isCapsLockOn, setCapsLockOn] = useState(false)
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

  function lookAtCapsLock(event: KeyboardEvent) {
    setCapsLockOn(event.getModifierState('CapsLock'))
  }

  function toggle() {
    setShown(!isShown)
    setAnnouncement(`Your ${what} is ${isShown ? 'hidden' : 'visible'}`)
  }

  return (
    <FieldFrame id={control.id} label={label} hint={hint} error={error}>
      <div className="password-field">
        <input
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
          {...input}
          {...control}
          className="field-input"
          type={isShown ? 'text' : 'password'}
          onKeyDown={lookAtCapsLock}
          onKeyUp={lookAtCapsLock}
          onBlur={() => setCapsLockOn(false)}
        />
        <button
          ref={button}
          type="button"
          className="password-field-toggle"
          aria-controls={control.id}
          aria-label={`${isShown ? 'Hide' : 'Show'} ${what}`}
          onClick={toggle}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
        <span className="visually-hidden" role="status">
          {announcement}
        </span>
      </div>
      <p className="password-field-caps" role="status">
        {isCapsLockOn && 'Caps Lock is on'}
      </p>
    </FieldFrame>
  )
}
