import { type ReactNode, useRef } from 'react'
import type { Failure } from '../api/failure.ts'
import { FormFrame } from '../flow/form/form-frame.tsx'
import { OwnPlatforms } from '../flow/form/own-platforms.tsx'
import { SharedComputer } from '../flow/form/shared-computer.tsx'
import { usePage } from '../platforms/page-context.ts'
import { ContactField, withPasskeys } from '../ui/fields/contact-field.tsx'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { ForgotPasswordLink, SignUpLink } from './forgot-and-sign-up-links.tsx'
import { KnownSlot, knownTitle, submitText } from './last-person/known-slot.tsx'
import { type Known, useKnown } from './last-person/use-known.ts'
import { TeacherCard } from './teacher-card.tsx'
import './credentials-form.css'

export type CredentialsFormProps = {
  identifier: string
  failure: Failure | null
  isBusy: boolean
  busyText: string
  banner: ReactNode
  onSubmit: (email: string, password: string) => void
  onKnown: (known: Known, password: string) => void
  onRetry: () => void
}

const emailField = { name: 'username', wireNames: ['email'], missing: 'Enter your email' }
const password = {
  name: 'current-password',
  label: 'Password',
  wireNames: ['password'],
  missing: 'Enter your password',
}

/** Asks for email and password together, on platforms that never disclose whether an account exists (product 2.5). */
export function CredentialsForm(props: CredentialsFormProps) {
  const { identifier, failure, isBusy, busyText, banner, onSubmit, onKnown, onRetry } = props
  const { brand } = usePage()
  const input = useRef<HTMLInputElement>(null)
  const offer = useKnown(input, failure)
  const here = offer.known?.by === 'here' ? offer.known : null
  const email = { ...emailField, label: brand.signIn.emailLabel }
  return (
    <FormFrame
      heading={brand.signIn.title}
      title={knownTitle(brand.signIn.title)}
      step="Sign in"
      lead={brand.signIn.lead}
      above={
        <>
          {banner}
          {brand.teacher && <TeacherCard {...brand.teacher} />}
        </>
      }
      fields={here ? [] : [email, password]}
      failure={failure}
      refusedField={failure?.errors.code === 'wrong-credentials' ? password.name : undefined}
      isBusy={isBusy}
      submit={submitText(brand.signIn.submit, brand.signIn.submit)}
      busyText={busyText}
      veil={brand.signIn.busy}
      onValid={(values) =>
        here ? onKnown(here, '') : onSubmit(values[email.name] ?? '', values[password.name] ?? '')
      }
      onRetry={onRetry}
      remedy={<OwnPlatforms failure={failure} identifier={typedEmail} method="password" />}
      below={
        <>
          <div className="known known-foot" />
          <SignUpLink identifier={typedEmail} />
          {brand.signIn.foot && <p className="form-foot">{brand.signIn.foot}</p>}
        </>
      }
    >
      <div className="unless-known">
        <ContactField
          name={email.name}
          label={email.label}
          type="email"
          autoComplete={withPasskeys}
          ref={input}
          defaultValue={identifier}
        />
      </div>
      <KnownSlot key={offer.round} input={input} offer={offer} onContinue={(one) => onKnown(one, '')} />
      <div className="unless-here stack-part">
        <PasswordField
          name={password.name}
          label={password.label}
          autoComplete="current-password"
          enterKeyHint="go"
        />
        <div className="form-row-ends">
          <SharedComputer />
          <ForgotPasswordLink identifier={typedEmail} />
        </div>
      </div>
    </FormFrame>
  )

  function typedEmail(): string {
    return input.current?.value ?? ''
  }
}
