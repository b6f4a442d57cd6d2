/**
 * Asks the user before creating an account: whether to create one (product 4), and for the data that the provider did not
 * deliver (product 5).
 */
import { errorSentence } from '@foyer/contract/errors'
import { fullNameFault } from '@foyer/contract/help-faults'
import { providerNames } from '@foyer/contract/social/providers'
import { useRef } from 'react'
import { noticeOf } from '../api/failure.ts'
import { Consent } from '../flow/form/consent.tsx'
import { PlatformLinks } from '../flow/form/platform-links.tsx'
import { type FormField, useCheckedForm } from '../flow/form/use-checked-form.ts'
import { SlowNote } from '../flow/waiting/slow-note.tsx'
import { useOnlineRetry } from '../flow/waiting/use-online-retry.ts'
import { usePage } from '../platforms/page-context.ts'
import { Button } from '../ui/feedback/button.tsx'
import { ErrorNotice } from '../ui/feedback/notice.tsx'
import { ContactField } from '../ui/fields/contact-field.tsx'
import { FieldErrors } from '../ui/fields/field-frame.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { Dialog } from '../ui/page/dialog.tsx'
import type { SocialContext } from './social-machine.ts'

type DialogProps = {
  context: SocialContext
  /** True while the account is being created. */
  isBusy: boolean
  onCancel: () => void
  onRetry: () => void
}

const create = 'Create my account'
const creating = 'Creating your account…'

export function OfferDialog({
  context,
  isBusy,
  onConfirm,
  ...rest
}: DialogProps & { onConfirm: () => void }) {
  const { failure, platforms } = context
  const { brand, site } = usePage()
  const form = useRef<HTMLFormElement>(null)
  useOnlineRetry(form, failure)
  const text = failure && noticeOf(failure)
  const place = brand.displayName
  const adds = platforms && { answer: `Add ${place}`, wait: `Adding ${place}…` }
  return (
    <Dialog
      title={adds ? `Add ${place}?` : 'Sign Up?'}
      status={isBusy ? (adds?.wait ?? creating) : ''}
      onCancel={rest.onCancel}
    >
      <form
        className="stack"
        method="post"
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) onConfirm()
        }}
      >
        {platforms ? (
          <>
            <p>
              You already have a {site.provider} account, but it has no access to {place}. Would you like to
              add {place} to it?
            </p>
            <PlatformLinks platforms={platforms} identifier={() => ''} />
          </>
        ) : (
          <p>{errorSentence('social-account-unknown')}</p>
        )}
        {text && <ErrorNotice title={text} />}
        {!adds && <Consent />}
        <Answers isBusy={isBusy} {...adds} {...rest} />
      </form>
    </Dialog>
  )
}

const nameField: FormField = {
  name: 'full-name',
  label: 'Full name',
  wireNames: ['fullName'],
  missing: errorSentence('social-name-needed'),
  check: fullNameFault,
}
const emailField: FormField = {
  name: 'social-email',
  label: 'Email',
  wireNames: ['email'],
  missing: 'Enter your email',
}

type DetailsDialogProps = DialogProps & { onSubmit: (details: { fullName: string; email: string }) => void }

export function DetailsDialog({ context, isBusy, onSubmit, ...rest }: DetailsDialogProps) {
  const { needsName, needsEmail, failure, provider } = context
  const fields = [...(needsName ? [nameField] : []), ...(needsEmail ? [emailField] : [])]
  const checked = useCheckedForm(fields, failure, isBusy, (values) =>
    onSubmit({
      fullName: values[nameField.name]?.trim() ?? '',
      email: values[emailField.name]?.trim() ?? '',
    }),
  )
  const { form, notice, errors, general, ticking } = checked
  useOnlineRetry(form, failure)
  return (
    <Dialog
      title={needsName ? 'Please enter your full name' : 'Please enter your email'}
      firstFocus={fields[0]?.name ?? ''}
      status={isBusy ? creating : ''}
      onCancel={rest.onCancel}
    >
      <form
        className="stack"
        method="post"
        noValidate
        ref={form}
        onSubmit={checked.onSubmit}
        onInput={checked.onInput}
      >
        {general && <ErrorNotice title={general} ticking={ticking} ref={notice} />}
        <FieldErrors value={errors}>
          {needsName && (
            <TextField
              name={nameField.name}
              label={nameField.label}
              defaultValue={context.fullName}
              autoComplete="name"
              enterKeyHint={needsEmail ? 'next' : 'go'}
            />
          )}
          {needsEmail && (
            <ContactField
              name={emailField.name}
              label={emailField.label}
              type="email"
              hint={provider && `${providerNames[provider]} did not give us your email address`}
              defaultValue={context.email}
              autoComplete="email"
              enterKeyHint="go"
            />
          )}
        </FieldErrors>
        <Consent />
        <Answers isBusy={isBusy} {...rest} />
      </form>
    </Dialog>
  )
}

type AnswersProps = Pick<DialogProps, 'isBusy' | 'onCancel' | 'onRetry'> & { answer?: string; wait?: string }

function Answers({ isBusy, onCancel, onRetry, answer = create, wait = creating }: AnswersProps) {
  return (
    <div className="stack-part">
      <Button type="submit" busyText={isBusy ? wait : null}>
        {answer}
      </Button>
      <SlowNote isBusy={isBusy} onRetry={onRetry} />
      <Button look="secondary" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
