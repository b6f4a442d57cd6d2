import { email as emailSchema, noEmail } from '@foyer/contract/fields'
import { useEffect } from 'react'
import { is } from 'valibot'
import { toBrowserTime } from '../../api/server-clock.ts'
import { FormFrame } from '../../flow/form/form-frame.tsx'
import type { FormField } from '../../flow/form/use-checked-form.ts'
import type { Challenge } from '../../flow/otp/challenge.ts'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { BackToAccount } from './back-to-account.tsx'
import { addOwnEmail, type ListedEmail } from './email-routes.ts'
import { useOwnCall } from './use-own-call.ts'

const field: FormField = {
  name: 'new-email',
  label: 'Email',
  wireNames: ['email'],
  check: (value) => (is(emailSchema, value) ? null : noEmail),
}
const title = 'Add an email address'

type AddEmailProps = {
  /** The address was added, and its code is on the way. */
  onAdded: (email: ListedEmail, challenge: Challenge) => void
  onSignedOut: () => void
  onLeave: () => void
}

/** Adds an address, which the user verifies in the next step. */
export function AddEmailForm({ onAdded, onSignedOut, onLeave }: AddEmailProps) {
  const { busy, failure, run, repeat } = useOwnCall<'adding'>(onSignedOut)

  useEffect(() => {
    document.getElementById(field.name)?.focus()
    announce(title)
  }, [])

  return (
    <FormFrame
      heading={title}
      step={title}
      lead="We’ll email a code to it, to make sure that it is yours."
      fields={[field]}
      failure={failure}
      isBusy={busy !== null}
      submit="Send code"
      busyText="Sending a code…"
      onValid={(values) =>
        run('adding', addOwnEmail, { body: { email: values[field.name] ?? '' } }, ({ challenge, ...email }) =>
          onAdded(email, {
            token: challenge.token,
            resendAtMs: toBrowserTime(challenge.resendAt),
            isNew: true,
          }),
        )
      }
      onRetry={repeat}
      below={<BackToAccount onLeave={onLeave} />}
    >
      {(errors) => (
        <TextField
          name={field.name}
          label={field.label}
          type="email"
          error={errors[field.name] ?? null}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          enterKeyHint="send"
        />
      )}
    </FormFrame>
  )
}
