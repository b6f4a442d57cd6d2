import { type ReactNode, useEffect } from 'react'
import type { Failure } from '../../api/failure.ts'
import { usePage } from '../../platforms/page-context.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { HiddenUsername } from '../../ui/fields/hidden-username.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { FormFrame } from '../form/form-frame.tsx'
import { SharedComputer } from '../form/shared-computer.tsx'
import { EntryLink } from '../navigation/entry-link.tsx'

type PasswordProofProps = {
  email: string
  /** Says what the password is for. */
  lead: ReactNode
  submit: string
  chip: ReactNode
  failure: Failure | null
  isBusy: boolean
  busyText: string
  onPassword: (password: string) => void
  /** Null where no code can be sent. */
  onCode: (() => void) | null
  onRetry: () => void
  below?: ReactNode
  title?: string | undefined
  isSignedIn?: boolean | undefined
}

export const proofTitle = 'You already have an account'

const field = { name: 'current-password', label: 'Password', wireNames: ['password'] }

/** Asks for the password of the account that the email has. */
export function PasswordProofStep(props: PasswordProofProps) {
  const { email, lead, submit, chip, failure, isBusy, busyText, onPassword, onCode, onRetry, below } = props
  const { title = proofTitle, isSignedIn = false } = props
  const { paths } = usePage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step is entered once.
  useEffect(() => {
    if (!failure) document.getElementById(field.name)?.focus()
    announce(`${title}. Enter the password to go on.`)
  }, [])
  return (
    <FormFrame
      heading={title}
      step={title}
      lead={lead}
      above={chip}
      fields={[field]}
      failure={failure}
      focusAfterRefusal={failure?.errors.code === 'wrong-credentials' ? field.name : undefined}
      isBusy={isBusy}
      submit={submit}
      busyText={busyText}
      onValid={(values) => onPassword(values[field.name] ?? '')}
      onRetry={onRetry}
      below={
        <>
          {onCode && (
            <Button look="secondary" onClick={isBusy ? undefined : onCode}>
              Email me a code instead
            </Button>
          )}
          {below}
          {!isSignedIn && <SharedComputer />}
        </>
      }
    >
      {(errors) => (
        <>
          <HiddenUsername value={email} />
          <PasswordField
            name={field.name}
            label={field.label}
            error={errors[field.name] ?? null}
            autoComplete="current-password"
            enterKeyHint="go"
          />
          {paths.forgotPassword && (
            <p className="form-row-end">
              <EntryLink href={paths.forgotPassword} typed={() => email}>
                Forgot Password?
              </EntryLink>
            </p>
          )}
        </>
      )}
    </FormFrame>
  )
}
