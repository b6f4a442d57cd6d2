import { type ReactNode, useEffect } from 'react'
import { FormFrame } from '../flow/form/form-frame.tsx'
import { SharedComputer } from '../flow/form/shared-computer.tsx'
import { EntryLink } from '../flow/navigation/entry-link.tsx'
import { usePage } from '../platforms/page-context.ts'
import { Button } from '../ui/feedback/button.tsx'
import { announce } from '../ui/feedback/live-regions.tsx'
import { HiddenUsername } from '../ui/fields/hidden-username.tsx'
import { PasswordField } from '../ui/fields/password-field.tsx'
import type { StepProps } from './school-step.tsx'

const field = { name: 'current-password', label: 'Password', wireNames: ['password'] }
const title = 'You already have an account'

/** Asks for the password of the account that the email has: the school is then added to that account. */
export function AccountStep({
  context,
  failure,
  isBusy,
  busyText,
  chip,
  send,
}: StepProps & { chip: ReactNode }) {
  const { paths } = usePage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step is entered once.
  useEffect(() => {
    if (!failure) document.getElementById(field.name)?.focus()
    announce(`${title}. Enter its password to go on.`)
  }, [])
  return (
    <FormFrame
      heading={title}
      step={title}
      lead={
        <>
          Enter its password, and we will add <strong>{context.schoolName}</strong> to it
        </>
      }
      above={chip}
      fields={[field]}
      failure={failure}
      focusAfterRefusal={failure?.errors.code === 'wrong-credentials' ? field.name : undefined}
      isBusy={isBusy}
      submit="Sign in and add school"
      busyText={busyText}
      onValid={(values) => send({ type: 'proofSubmitted', password: values[field.name] ?? '' })}
      onRetry={() => send({ type: 'retried' })}
      below={
        <>
          <Button look="secondary" onClick={isBusy ? undefined : () => send({ type: 'codeRequested' })}>
            Email me a code instead
          </Button>
          <SharedComputer />
        </>
      }
    >
      {(errors) => (
        <>
          <HiddenUsername value={context.email} />
          <PasswordField
            name={field.name}
            label={field.label}
            error={errors[field.name] ?? null}
            autoComplete="current-password"
            enterKeyHint="go"
          />
          {paths.forgotPassword && (
            <p className="form-row-end">
              <EntryLink href={paths.forgotPassword} typed={() => context.email}>
                Forgot Password?
              </EntryLink>
            </p>
          )}
        </>
      )}
    </FormFrame>
  )
}
