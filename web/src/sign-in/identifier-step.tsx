import { type ReactNode, useEffect, useRef } from 'react'
import type { Failure } from '../api/failure.ts'
import { FormFrame } from '../flow/form/form-frame.tsx'
import { LazyContactHelp } from '../flow/form/lazy-contact-help.tsx'
import { usePage } from '../platforms/page-context.ts'
import { LastUsedButton, SocialButtons } from '../social/social-buttons.tsx'
import { announce } from '../ui/feedback/live-regions.tsx'
import { ContactField } from '../ui/fields/contact-field.tsx'
import { ForgotPasswordLink, SignUpLink } from './forgot-and-sign-up-links.tsx'
import { KnownSlot, submitText } from './last-person/known-slot.tsx'

type IdentifierStepProps = {
  identifier: string
  failure: Failure | null
  isBusy: boolean
  banner: ReactNode
  /** True if the user returns from a later step, not from another page. */
  isReturn: boolean
  onSubmit: (identifier: string) => void
  onRetry: () => void
}

const field = {
  name: 'username',
  label: 'Email or phone number',
  wireNames: ['userId', 'countryCode'],
  missing: 'Enter your email or phone number',
}

export function IdentifierStep(props: IdentifierStepProps) {
  const { identifier, failure, isBusy, banner, isReturn, onSubmit, onRetry } = props
  const { brand } = usePage()
  const input = useRef<HTMLInputElement>(null)
  const returned = useRef(isReturn)
  const typed = () => input.current?.value ?? ''
  useEffect(() => {
    if (!returned.current) return
    input.current?.select()
    announce(brand.signIn.title)
  }, [brand])
  return (
    <FormFrame
      heading={brand.signIn.title}
      step="Sign in"
      lead={brand.signIn.lead}
      above={banner}
      fields={[field]}
      failure={failure}
      isBusy={isBusy}
      submit={submitText('Next')}
      busyText="One moment…"
      onValid={({ username = '' }) => onSubmit(username.trim())}
      onRetry={onRetry}
      below={
        <>
          <SocialButtons />
          <SignUpLink identifier={typed} isNext={failure?.errors.code === 'user-not-found'} />
        </>
      }
    >
      <div className="unless-known stack-part">
        <ContactField name={field.name} label={field.label} ref={input} defaultValue={identifier} />
        <LazyContactHelp input={input} />
      </div>
      <KnownSlot input={input} />
      <LastUsedButton />
      <ForgotPasswordLink identifier={typed} />
    </FormFrame>
  )
}
