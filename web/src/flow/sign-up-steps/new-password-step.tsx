import type { ReactNode } from 'react'
import type { Failure } from '../../api/failure.ts'
import { HiddenUsername } from '../../ui/fields/hidden-username.tsx'
import { FormFrame } from '../form/form-frame.tsx'
import { NewPasswordFields, newPasswordFields, newPasswordIn } from '../form/new-password-fields.tsx'
import { Consent } from './consent.tsx'
import { SignInLink, useStepEntry } from './step-parts.tsx'

type Passwords = { password1: string; password2: string }

type NewPasswordStepProps = {
  email: string
  /** The passwords typed before on this page. */
  typed: Passwords
  failure: Failure | null
  isBusy: boolean
  busyText: string
  back: ReactNode
  onPasswords: (passwords: Passwords) => void
  onRetry: () => void
}

const title = 'Choose a password'

/** The last of three steps: the password, and the consent that goes with the account (product 2.4). */
export function NewPasswordStep(props: NewPasswordStepProps) {
  const { email, typed, failure, isBusy, busyText, back, onPasswords, onRetry } = props
  useStepEntry(`Step 3 of 3. ${title}`, failure ? null : (newPasswordFields[0]?.name ?? null))
  return (
    <FormFrame
      eyebrow="Step 3 of 3"
      heading={title}
      lead={
        <>
          You will sign in with <strong>{email}</strong>
        </>
      }
      step={`${title} (step 3 of 3)`}
      fields={newPasswordFields}
      failure={failure}
      isBusy={isBusy}
      submit="Create Account"
      busyText={busyText}
      onValid={(values) => onPasswords(newPasswordIn(values))}
      onRetry={onRetry}
      below={
        <>
          {back}
          <SignInLink email={email} />
        </>
      }
    >
      {(errors) => (
        <>
          <HiddenUsername value={email} />
          <NewPasswordFields errors={errors} typed={typed} />
          <Consent />
        </>
      )}
    </FormFrame>
  )
}
