/** Renders the two fields of a new password, with a rule that is ticked off while the user types (product 2.4, 5). */
import { passwordLengthFault, passwordsDiffer } from '@foyer/contract/field-faults'
import { passwordMinLength } from '@foyer/contract/shared-values'
import { useEffect, useState } from 'react'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { PasswordRule } from '../../ui/fields/password-rule.tsx'
import type { FormField } from './use-checked-form.ts'

const first = 'new-password'
const second = 'confirm-password'

/** The fields to check in a form that shows `NewPasswordFields`. */
export const newPasswordFields = passwordFieldsLabelled('Password')

/** The same fields with another label for the first. */
export function passwordFieldsLabelled(label: string): readonly FormField[] {
  return [
    {
      name: first,
      label,
      wireNames: ['password1'],
      missing: `Choose a ${label.toLowerCase()}`,
      check: passwordLengthFault,
    },
    {
      name: second,
      label: 'Confirm Password',
      wireNames: ['password2'],
      missing: 'Type the same password again',
      check: (value, values) => (value === values[first] ? null : passwordsDiffer),
    },
  ]
}

type Passwords = { password1: string; password2: string }

/** Reads both passwords from the form's values. */
export function newPasswordIn(values: Record<string, string>): Passwords {
  return { password1: values[first] ?? '', password2: values[second] ?? '' }
}

type NewPasswordFieldsProps = {
  /** 'New password' if the user has one already. */
  label?: string
  /** The passwords that the user typed before on this page, so that it need not be typed again. */
  typed?: Passwords
}

export function NewPasswordFields({ label = 'Password', typed }: NewPasswordFieldsProps) {
  const [isLongEnough, setLongEnough] = useState(false)
  // Default values would stand in the document, readable for any script.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields are filled once.
  useEffect(() => {
    if (!typed) return
    fillIn(first, typed.password1)
    fillIn(second, typed.password2)
    setLongEnough(passwordLengthFault(typed.password1) === null)
  }, [])
  return (
    <>
      <PasswordField
        name={first}
        label={label}
        hint={<PasswordRule text={`At least ${passwordMinLength} characters`} isMet={isLongEnough} />}
        autoComplete="new-password"
        enterKeyHint="next"
        minLength={passwordMinLength}
        {...{ passwordrules: `minlength: ${passwordMinLength};` }}
        onInput={(event) => setLongEnough(passwordLengthFault(event.currentTarget.value) === null)}
      />
      <PasswordField name={second} label="Confirm Password" autoComplete="new-password" enterKeyHint="done" />
    </>
  )
}

function fillIn(name: string, text: string): void {
  const field = document.getElementById(name)
  if (field instanceof HTMLInputElement && text) field.value = text
}
