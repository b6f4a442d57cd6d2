import { Step } from '../ui/page/card.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { EmailTask, type EmailTaskProps } from './emails/email-task.tsx'
import { fragments } from './fragments.ts'
import { NameForm } from './name-form.tsx'
import { SetPasswordForm } from './set-password-form.tsx'

export type AccountTaskProps = EmailTaskProps & {
  /** The contact that receives the code to set a first password; null for a user with a password. */
  contact: string | null
}

/** Shows the form that the fragment names. */
export function AccountTask({ contact, ...task }: AccountTaskProps) {
  switch (task.fragment) {
    case fragments.name:
      return (
        <Step isNext key="name">
          <NameForm {...task} />
        </Step>
      )
    case fragments.password:
      return contact === null ? (
        <Step isNext key="password">
          <ChangePasswordForm {...task} />
        </Step>
      ) : (
        <SetPasswordForm {...task} contact={contact} />
      )
    default:
      return <EmailTask {...task} />
  }
}
