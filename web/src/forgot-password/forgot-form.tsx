import { contactFault } from '@foyer/contract/fields'
import { platformRow } from '@foyer/contract/platforms'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Failure } from '../api/failure.ts'
import { FormFrame } from '../flow/form/form-frame.tsx'
import { LazyContactHelp } from '../flow/form/lazy-contact-help.tsx'
import type { FormField } from '../flow/form/use-checked-form.ts'
import { usePage } from '../platforms/page-context.ts'
import { ContactField } from '../ui/fields/contact-field.tsx'

type ForgotFormProps = {
  identifier: string
  failure: Failure | null
  isBusy: boolean
  /** True if the user returns from the sent link, not from another page. */
  isReturn: boolean
  below: ReactNode
  onSubmit: (identifier: string) => void
  onRetry: () => void
}

const shared = { name: 'username', wireNames: ['email', 'phone', 'countryCode'] }

/** Asks for the account's contact. Platforms that sign in by email accept only an email address (product 2.5). */
export function ForgotForm(props: ForgotFormProps) {
  const { identifier, failure, isBusy, isReturn, below, onSubmit, onRetry } = props
  const { platform, brand } = usePage()
  const input = useRef<HTMLInputElement>(null)
  const returned = useRef(isReturn)
  const isByMail = platformRow(platform).form === 'email-password'
  const field: FormField = isByMail
    ? { ...shared, label: brand.signIn.emailLabel, missing: 'Enter your email' }
    : {
        ...shared,
        label: 'Email or phone number',
        missing: 'Enter your email or phone number',
        check: contactFault,
      }
  useEffect(() => {
    if (returned.current) input.current?.select()
  }, [])
  return (
    <FormFrame
      heading="Forgot your password?"
      step="Forgot password"
      lead="We’ll send you a link to choose a new one."
      fields={[field]}
      failure={failure}
      refusedField={failure?.errors.code === 'sms-unavailable' ? field.name : undefined}
      isBusy={isBusy}
      submit="Send reset link"
      busyText="Sending…"
      onValid={({ username = '' }) => onSubmit(username.trim())}
      onRetry={onRetry}
      below={below}
    >
      <ContactField
        name={field.name}
        label={field.label}
        type={isByMail ? 'email' : 'text'}
        ref={input}
        defaultValue={identifier}
      />
      <LazyContactHelp input={input} isEmailOnly={isByMail} />
    </FormFrame>
  )
}
