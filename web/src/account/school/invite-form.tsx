import { emailFault } from '@foyer/contract/fields'
import { schoolInvitationDays } from '@foyer/contract/schools/school-people'
import { useEffect } from 'react'
import type { Failure } from '../../api/failure.ts'
import { type FormField, useCheckedForm } from '../../flow/form/use-checked-form.ts'
import { SlowNote } from '../../flow/waiting/slow-note.tsx'
import { useOnlineRetry } from '../../flow/waiting/use-online-retry.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { FieldErrors } from '../../ui/fields/field-frame.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

const field: FormField = {
  name: 'invited-email',
  label: 'Email of the person',
  wireNames: ['email'],
  missing: 'Enter an email address',
  check: emailFault,
}

type InviteFormProps = {
  failure: Failure | null
  isBusy: boolean
  onValid: (email: string) => void
  onRetry: () => void
  onDecline: () => void
}

/** Asks whom to invite, in place of the button that opened it. */
export function InviteForm({ failure, isBusy, onValid, onRetry, onDecline }: InviteFormProps) {
  const checked = useCheckedForm([field], failure, isBusy, (values) => onValid(values[field.name] ?? ''))
  const { form, notice, errors, general, ticking, onSubmit, onInput } = checked
  useOnlineRetry(form, failure)
  useEffect(() => {
    document.getElementById(field.name)?.focus()
  }, [])
  return (
    <form
      className="invite-form"
      ref={form}
      aria-labelledby="invite-lead"
      noValidate
      onSubmit={onSubmit}
      onInput={onInput}
    >
      <p id="invite-lead">
        We’ll email an invitation, which works for {schoolInvitationDays} days. The person needs no account
        yet.
      </p>
      {general && <ErrorNotice title={general} ticking={ticking} ref={notice} />}
      <FieldErrors value={errors}>
        <TextField
          name={field.name}
          label={field.label}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          enterKeyHint="send"
        />
      </FieldErrors>
      <SlowNote isBusy={isBusy} onRetry={onRetry} />
      <div className="facts-answers">
        <Button type="submit" busyText={isBusy ? 'Inviting…' : null}>
          Send invitation
        </Button>
        <Button look="quiet" onClick={onDecline}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
