import { Step } from '../ui/page/card.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { fragments, type TaskProps } from './fragments.ts'
import { NameForm } from './name-form.tsx'
import { SetPasswordForm } from './set-password-form.tsx'

export type AccountTaskProps = TaskProps & {
  fragment: string
  /** The contact that receives the code to set a first password; null for a user with a password. */
  contact: string | null
}

/** Shows the form that the fragment names. */
export function AccountTask({ fragment, contact, ...task }: AccountTaskProps) {
  if (fragment === fragments.name)
    return (
      <Step isNext key="name">
        <NameForm {...task} />
      </Step>
    )
  return contact === null ? (
    <Step isNext key="password">
      <ChangePasswordForm {...task} />
    </Step>
  ) : (
    <SetPasswordForm {...task} contact={contact} />
  )
}
