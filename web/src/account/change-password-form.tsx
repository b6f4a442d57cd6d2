import { useEffect, useRef } from 'react'
import { FormFrame } from '../flow/form/form-frame.tsx'
import {
  NewPasswordFields,
  newPasswordIn,
  passwordFieldsLabelled,
} from '../flow/form/new-password-fields.tsx'
import { useStepMachine } from '../flow/machine/use-step-machine.ts'
import { EntryLink } from '../flow/navigation/entry-link.tsx'
import { usePage } from '../platforms/page-context.ts'
import type { StoredUser } from '../session/stored-auth.ts'
import { announce } from '../ui/feedback/live-regions.tsx'
import { HiddenUsername } from '../ui/fields/hidden-username.tsx'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { changeEffects } from './change-password-effects.ts'
import { changeMachine, changeStart } from './change-password-machine.ts'

export type ChangePasswordFormProps = {
  user: StoredUser
  onChanged: () => void
  onSignedOut: () => void
  onLeave: () => void
}

const current = {
  name: 'current-password',
  label: 'Current password',
  wireNames: ['currentPassword'],
}
const newLabel = 'New password'
const fields = [current, ...passwordFieldsLabelled(newLabel)]
const title = 'Change your password'

/** Changes the password of a user who knows the current one. */
export function ChangePasswordForm({ user, onChanged, onSignedOut, onLeave }: ChangePasswordFormProps) {
  const { platform, paths } = usePage()
  const input = useRef<HTMLInputElement>(null)
  const [{ state, context }, send] = useStepMachine(
    changeMachine,
    changeStart,
    changeEffects(platform, { onChanged, onSignedOut }),
  )
  const { failure } = context
  const isBusy = state !== 'form'

  useEffect(() => {
    input.current?.focus()
    announce(title)
  }, [])

  useEffect(() => {
    if (failure?.errors.code === 'password-wrong' && input.current) input.current.value = ''
  }, [failure])

  return (
    <FormFrame
      heading={title}
      step={title}
      lead="You will be signed out everywhere else."
      fields={fields}
      failure={failure}
      isBusy={isBusy}
      submit="Change password"
      busyText="Saving…"
      onValid={(values) =>
        send({
          type: 'submitted',
          currentPassword: values[current.name] ?? '',
          ...newPasswordIn(values),
        })
      }
      onRetry={() => send({ type: 'retried' })}
      below={
        <p className="form-foot">
          <a href={`/account?platform=${platform}`} onClick={leave}>
            Back to your account
          </a>
        </p>
      }
    >
      {(errors) => (
        <>
          {user.email && <HiddenUsername value={user.email} />}
          <PasswordField
            name={current.name}
            label={current.label}
            ref={input}
            error={errors[current.name] ?? null}
            autoComplete="current-password"
            enterKeyHint="next"
          />
          {paths.forgotPassword && (
            <p className="form-row-end">
              <EntryLink href={paths.forgotPassword} typed={() => user.email ?? ''}>
                Forgot Password?
              </EntryLink>
            </p>
          )}
          <NewPasswordFields errors={errors} label={newLabel} />
        </>
      )}
    </FormFrame>
  )

  function leave(event: { preventDefault(): void }): void {
    event.preventDefault()
    onLeave()
  }
}
