import { phoneFault } from '@foyer/contract/fields'
import { addPhone } from '@foyer/contract/profile/phones'
import { useRef } from 'react'
import { toBrowserTime } from '../../api/server-clock.ts'
import { FormFrame } from '../../flow/form/form-frame.tsx'
import { LazyContactHelp } from '../../flow/form/lazy-contact-help.tsx'
import { countryField } from '../../flow/form/national-number.ts'
import type { FormField } from '../../flow/form/use-checked-form.ts'
import { useStepEntry } from '../../flow/form/use-step-entry.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { BackToSection } from '../back-to-section.tsx'
import { useOwnCall } from '../use-own-call.ts'
import type { AddFormProps } from './add-email-form.tsx'

const field: FormField = {
  name: 'new-phone',
  label: 'Phone number',
  wireNames: ['phoneNumber', 'countryCode'],
  missing: 'Enter the phone number to add',
  check: phoneFault,
}
const title = 'Add a phone number'

/** Adds a phone number. The user verifies the number in the next step. */
export function AddPhoneForm({ onAdded, onSignedOut, onLeave }: AddFormProps) {
  const input = useRef<HTMLInputElement>(null)
  const { busy, failure, call, run, repeat } = useOwnCall<'adding'>(onSignedOut)
  useStepEntry(title, field.name)

  return (
    <FormFrame
      heading={title}
      lead="We’ll text a code to it, to make sure that it is yours."
      fields={[field]}
      failure={failure}
      isBusy={busy !== null}
      submit="Send code"
      busyText="Sending a code…"
      onValid={(values) => add((values[field.name] ?? '').trim())}
      onRetry={repeat}
      below={<BackToSection onLeave={onLeave} />}
    >
      <TextField
        name={field.name}
        label={field.label}
        type="tel"
        autoComplete="tel"
        dir="ltr"
        enterKeyHint="send"
        ref={input}
      />
      <LazyContactHelp input={input} />
    </FormFrame>
  )

  function add(phoneNumber: string): void {
    run(
      'adding',
      async () => call(addPhone, { body: { phoneNumber, ...(await countryField(phoneNumber)) } }),
      ({ id, formatted, challenge: { token, resendAt } }) =>
        onAdded(
          { kind: 'phone', id, text: formatted },
          { token, resendAtMs: toBrowserTime(resendAt), isNew: true },
        ),
    )
  }
}
