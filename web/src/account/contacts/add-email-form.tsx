import { emailFault } from '@foyer/contract/fields'
import { addEmail } from '@foyer/contract/profile/emails'
import { toBrowserTime } from '../../api/server-clock.ts'
import { FormFrame } from '../../flow/form/form-frame.tsx'
import type { FormField } from '../../flow/form/use-checked-form.ts'
import { useStepEntry } from '../../flow/form/use-step-entry.ts'
import type { Challenge } from '../../flow/otp/challenge.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { BackToSection } from '../back-to-section.tsx'
import { useOwnCall } from '../use-own-call.ts'
import type { NamedContact } from './contact-kinds.ts'

const field: FormField = {
  name: 'new-email',
  label: 'Email',
  wireNames: ['email'],
  missing: 'Enter the email address to add',
  check: emailFault,
}
const title = 'Add an email address'

export type AddFormProps = {
  /** Called when the contact was added and its code was sent. */
  onAdded: (contact: NamedContact, challenge: Challenge) => void
  onSignedOut: () => void
  onLeave: () => void
}

/** Adds an email address. The user verifies the address in the next step. */
export function AddEmailForm({ onAdded, onSignedOut, onLeave }: AddFormProps) {
  const { busy, failure, call, run, repeat } = useOwnCall<'adding'>(onSignedOut)
  useStepEntry(title, field.name)

  return (
    <FormFrame
      heading={title}
      lead="We’ll email a code to it, to make sure that it is yours."
      fields={[field]}
      failure={failure}
      isBusy={busy !== null}
      submit="Send code"
      busyText="Sending a code…"
      onValid={(values) =>
        run(
          'adding',
          () => call(addEmail, { body: { email: values[field.name] ?? '' } }),
          ({ id, email, challenge: { token, resendAt } }) =>
            onAdded(
              { kind: 'email', id, text: email },
              { token, resendAtMs: toBrowserTime(resendAt), isNew: true },
            ),
        )
      }
      onRetry={repeat}
      below={<BackToSection onLeave={onLeave} />}
    >
      <TextField
        name={field.name}
        label={field.label}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        enterKeyHint="send"
      />
    </FormFrame>
  )
}
