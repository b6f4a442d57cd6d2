import { Step } from '../../ui/page/card.tsx'
import type { TaskProps } from '../fragments.ts'
import { ChangePasswordForm } from './change-password-form.tsx'
import type { Password } from './own-password.tsx'
import { SetPasswordForm } from './set-password-form.tsx'

type PasswordFormProps = TaskProps & {
  password: Password
  /** Says why the password should change; null if the user opened the form. */
  reason: string | null
}

/** Shows the form that changes the password, or sets the first one. */
export function PasswordForm({ password, reason, ...task }: PasswordFormProps) {
  return password.hasPassword || password.codeContact === null ? (
    <Step isNext key="password">
      <ChangePasswordForm {...task} reason={reason} />
    </Step>
  ) : (
    <SetPasswordForm {...task} contact={password.codeContact} />
  )
}
