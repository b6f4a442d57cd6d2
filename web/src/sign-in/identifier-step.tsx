import { type ReactNode, useEffect, useRef } from 'react'
import type { Failure } from '../api/failure.ts'
import { FormFrame } from '../flow/form/form-frame.tsx'
import { LazyContactHelp } from '../flow/form/lazy-contact-help.tsx'
import { OwnPlatforms } from '../flow/form/own-platforms.tsx'
import { SharedComputer } from '../flow/form/shared-computer.tsx'
import { usePage } from '../platforms/page-context.ts'
import { LastUsedButton, SocialButtons } from '../social/social-buttons.tsx'
import { Button } from '../ui/feedback/button.tsx'
import { announce } from '../ui/feedback/live-regions.tsx'
import { ContactField, withPasskeys } from '../ui/fields/contact-field.tsx'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { ForgotPasswordLink, SignUpLink } from './forgot-and-sign-up-links.tsx'
import { KnownSlot, knownTitle, submitText } from './last-person/known-slot.tsx'
import { type Known, useKnown } from './last-person/use-known.ts'

type IdentifierStepProps = {
  identifier: string
  failure: Failure | null
  isBusy: boolean
  busyText: string
  banner: ReactNode
  /** True if the user returns from a later step, not from another page. */
  isReturn: boolean
  onSubmit: (identifier: string, wantsCode: boolean) => void
  /** Called with a person whom this browser knows, and the password if the form asks for it. */
  onKnown: (known: Known, password: string) => void
  /** Called with the identifier of an account of another platform. */
  onElsewhere: (identifier: string) => void
  onRetry: () => void
}

const contact = {
  name: 'username',
  label: 'Email or phone number',
  wireNames: ['userId', 'countryCode'],
  missing: 'Enter your email or phone number',
}
const password = {
  name: 'current-password',
  label: 'Password',
  wireNames: ['password'],
  missing: 'Enter your password',
}

/** Returns the fields that the form asks for. */
function fieldsFor(known: Known | null) {
  if (known?.by === 'here') return []
  return known ? [contact, password] : [contact]
}

/** Asks for the identifier, or asks the last person of this browser for the password at once. */
export function IdentifierStep(props: IdentifierStepProps) {
  const { identifier, failure, isBusy, busyText, banner, isReturn, onSubmit, onKnown, onRetry } = props
  const { brand } = usePage()
  const isUnknown = failure?.errors.code === 'user-not-found'
  const input = useRef<HTMLInputElement>(null)
  const returned = useRef(isReturn)
  const offer = useKnown(input, failure)
  const { known } = offer
  const typed = () => input.current?.value.trim() ?? ''
  useEffect(() => {
    if (!returned.current) return
    input.current?.select()
    announce(brand.signIn.title)
  }, [brand])
  return (
    <FormFrame
      heading={brand.signIn.title}
      title={knownTitle(brand.signIn.title)}
      step="Sign in"
      lead={brand.signIn.lead}
      above={banner}
      fields={fieldsFor(known)}
      failure={failure}
      isBusy={isBusy}
      submit={submitText('Next', brand.signIn.submit)}
      busyText={busyText}
      onValid={(values) => (known ? onKnown(known, values[password.name] ?? '') : onSubmit(typed(), false))}
      onRetry={onRetry}
      remedy={<OwnPlatforms failure={failure} identifier={typed} method="password" />}
      below={
        <>
          <div className="known known-foot" />
          <div className="known-by-password stack-part">
            <Button look="secondary" onClick={isBusy ? undefined : () => onSubmit(typed(), true)}>
              Sign in with OTP
            </Button>
          </div>
          <div className="unless-here">
            <SocialButtons />
          </div>
          <div className="unless-known stack-part">
            <SignUpLink identifier={typed} isNext={isUnknown} />
            {isUnknown && (
              <Button look="quiet" onClick={() => props.onElsewhere(typed())}>
                Use your account of another platform
              </Button>
            )}
          </div>
        </>
      }
    >
      <div className="unless-known stack-part">
        <ContactField
          name={contact.name}
          label={contact.label}
          autoComplete={withPasskeys}
          ref={input}
          defaultValue={identifier}
        />
        <LazyContactHelp input={input} />
      </div>
      <KnownSlot key={offer.round} input={input} offer={offer} onContinue={(one) => onKnown(one, '')} />
      <LastUsedButton />
      <div className="known-by-password">
        <PasswordField
          name={password.name}
          label={password.label}
          autoComplete="current-password"
          enterKeyHint="go"
        />
      </div>
      <div className="unless-here form-row-ends">
        <SharedComputer />
        <ForgotPasswordLink identifier={typed} />
      </div>
    </FormFrame>
  )
}
