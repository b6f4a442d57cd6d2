import { changePassword } from '@foyer/contract/routes/settings'
import { useEffect } from 'react'
import { FormFrame } from '../../flow/form/form-frame.tsx'
import {
  NewPasswordFields,
  newPasswordFields,
  newPasswordIn,
  usePasswordOwner,
} from '../../flow/form/new-password-fields.tsx'
import { useStepEntry } from '../../flow/form/use-step-entry.ts'
import { EntryLink } from '../../flow/navigation/entry-link.tsx'
import { usePage } from '../../platforms/page-context.ts'
import { HiddenUsername } from '../../ui/fields/hidden-username.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { BackToSection } from '../back-to-section.tsx'
import type { TaskProps } from '../fragments.ts'
import { useOwnCall } from '../use-own-call.ts'

const current = {
  name: 'current-password',
  label: 'Current password',
  wireNames: ['currentPassword'],
  missing: 'Enter your current password',
}
const newLabel = 'New password'
const title = 'Change your password'

type ChangePasswordFormProps = TaskProps & {
  /** Says why the password should change; null if the user opened the form. */
  reason: string | null
}

/** Changes the password of a user who knows the current password. The session of this browser stays open. */
export function ChangePasswordForm({ user, reason, onDone, onSignedOut, onLeave }: ChangePasswordFormProps) {
  const { paths } = usePage()
  const { busy, failure, call, run, repeat } = useOwnCall<'saving'>(onSignedOut)
  const owner = usePasswordOwner(user)
  useStepEntry(reason ? `${title}. ${reason}` : title, current.name)

  useEffect(() => {
    const input = document.getElementById(current.name)
    if (failure?.errors.code === 'password-wrong' && input instanceof HTMLInputElement) input.value = ''
  }, [failure])

  return (
    <FormFrame
      heading={title}
      lead={`${reason ? `${reason} ` : ''}You will be signed out everywhere else.`}
      fields={[current, ...newPasswordFields(owner, newLabel)]}
      failure={failure}
      isBusy={busy !== null}
      submit="Change password"
      busyText="Saving…"
      onValid={(values) => {
        const body = { currentPassword: values[current.name] ?? '', ...newPasswordIn(values) }
        run(
          'saving',
          () => call(changePassword, { body }),
          () => onDone('Password changed. You were signed out everywhere else.'),
        )
      }}
      onRetry={repeat}
      below={<BackToSection onLeave={onLeave} />}
    >
      {user.email && <HiddenUsername value={user.email} />}
      <PasswordField
        name={current.name}
        label={current.label}
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
      <NewPasswordFields owner={owner} label={newLabel} />
    </FormFrame>
  )
}
