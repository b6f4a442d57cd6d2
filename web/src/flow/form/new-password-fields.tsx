/** Renders the two fields of a new password, with rules that are ticked off while the user types (product 2.4, 5). */
import { passwordLengthFault, passwordsDiffer } from '@foyer/contract/field-faults'
import { isPersonalPassword, type PasswordOwner } from '@foyer/contract/personal-passwords'
import { passwordPersonal } from '@foyer/contract/sentences'
import { passwordMinLength } from '@foyer/contract/shared-values'
import { useEffect, useState } from 'react'
import { usePage } from '../../platforms/page-context.ts'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { PasswordRule } from '../../ui/fields/password-rule.tsx'
import type { FormField } from './use-checked-form.ts'

const first = 'new-password'
const second = 'confirm-password'

/** The user whose password it is; null if the page does not know the user's name and email. */
type Owner = PasswordOwner | null

/** Returns the data that the password must not contain: names, emails, the provider and this platform. */
export function usePasswordOwner(person: {
  firstName: string
  lastName: string | null
  email: string | null
}): PasswordOwner {
  const { platform, site } = usePage()
  const { firstName, lastName, email } = person
  return { names: [firstName, lastName], emails: [email], provider: site.provider, platform }
}

/** Returns the checks of a form that contains `NewPasswordFields`. */
export function newPasswordFields(
  owner: Owner,
  label = 'Password',
  confirmLabel = 'Confirm password',
): readonly FormField[] {
  return [
    {
      name: first,
      label,
      wireNames: ['password1'],
      missing: `Choose a ${label.toLowerCase()}`,
      check: (value) => passwordLengthFault(value) ?? (isPersonal(value, owner) ? passwordPersonal : null),
    },
    {
      name: second,
      label: confirmLabel,
      wireNames: ['password2'],
      missing: 'Type the same password again',
      check: (value, values) => (value === values[first] ? null : passwordsDiffer),
    },
  ]
}

function isPersonal(password: string, owner: Owner): boolean {
  return owner !== null && isPersonalPassword(password, owner)
}

type Passwords = { password1: string; password2: string }

/** Reads both passwords from the form's values. */
export function newPasswordIn(values: Record<string, string>): Passwords {
  return { password1: values[first] ?? '', password2: values[second] ?? '' }
}

type NewPasswordFieldsProps = {
  owner: Owner
  /** 'New password' if the user already has a password. */
  label?: string
  confirmLabel?: string
  /** Passwords that the user typed on this page before, so that the user need not type them again. */
  typed?: Passwords
}

export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { owner, label = 'Password', confirmLabel = 'Confirm password', typed } = props
  const [password, setPassword] = useState('')
  // Default values would be attributes in the document, which any script can read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields are filled once.
  useEffect(() => {
    if (!typed) return
    fillIn(first, typed.password1)
    fillIn(second, typed.password2)
    setPassword(typed.password1)
  }, [])
  const isLongEnough = passwordLengthFault(password) === null
  return (
    <>
      <PasswordField
        name={first}
        label={label}
        hint={
          <>
            <PasswordRule text={`At least ${passwordMinLength} characters`} isMet={isLongEnough} />
            {owner && (
              <PasswordRule
                text="Not your name, email or our name"
                isMet={isLongEnough && !isPersonal(password, owner)}
              />
            )}
          </>
        }
        autoComplete="new-password"
        enterKeyHint="next"
        minLength={passwordMinLength}
        {...{ passwordrules: `minlength: ${passwordMinLength};` }}
        onInput={(event) => setPassword(event.currentTarget.value)}
      />
      <PasswordField name={second} label={confirmLabel} autoComplete="new-password" enterKeyHint="done" />
    </>
  )
}

function fillIn(name: string, text: string): void {
  const field = document.getElementById(name)
  if (field instanceof HTMLInputElement && text) field.value = text
}
