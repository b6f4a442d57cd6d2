import { HiddenUsername } from '../../ui/fields/hidden-username.tsx'
import { Consent } from '../form/consent.tsx'
import {
  NewPasswordFields,
  newPasswordFields,
  newPasswordIn,
  usePasswordOwner,
} from '../form/new-password-fields.tsx'
import { StepForm, type StepProps } from './step-form.tsx'

const title = 'Choose a password'
/** The label that the specification requires. */
const confirmLabel = 'Confirm Password'

/** Shows the last of three steps: the password, and the consent for the new account (product 2.4). */
export function NewPasswordStep(shown: StepProps) {
  const { context, send } = shown
  const owner = usePasswordOwner(context)
  return (
    <StepForm
      shown={shown}
      name="password"
      heading={title}
      step={`${title} (step 3 of 3)`}
      lead={
        <>
          You will sign in with <strong>{context.email}</strong>
        </>
      }
      fields={newPasswordFields(owner, 'Password', confirmLabel)}
      submit="Create Account"
      below={<Consent />}
      onValid={(values) => send({ type: 'passwordSubmitted', ...newPasswordIn(values) })}
    >
      <HiddenUsername value={context.email} />
      <NewPasswordFields owner={owner} confirmLabel={confirmLabel} typed={context} />
    </StepForm>
  )
}
