import { trustedUrl } from '@foyer/contract/targets/trusted-origin'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { preconnect } from 'react-dom'
import type { Failure } from '../api/failure.ts'
import { FormFrame } from '../flow/form/form-frame.tsx'
import { greetingName } from '../flow/form/greeting-name.ts'
import { OwnPlatforms } from '../flow/form/own-platforms.tsx'
import { SharedComputer } from '../flow/form/shared-computer.tsx'
import { usePage } from '../platforms/page-context.ts'
import { Button } from '../ui/feedback/button.tsx'
import { announce } from '../ui/feedback/live-regions.tsx'
import { HiddenUsername } from '../ui/fields/hidden-username.tsx'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { ForgotPasswordLink } from './forgot-and-sign-up-links.tsx'
import type { Person } from './sign-in-machine.ts'

export type PasswordStepProps = {
  identifier: string
  person: Person
  failure: Failure | null
  isBusy: boolean
  busyText: string
  onSubmit: (password: string) => void
  onRetry: () => void
  /** Names the user who signs in. */
  chip: ReactNode
  onCode: () => void
}

const field = { name: 'current-password', label: 'Password', wireNames: ['password'] }

export function PasswordStep(props: PasswordStepProps) {
  const { identifier, person, failure, isBusy, busyText, onSubmit, onRetry, chip, onCode } = props
  const { brand, site } = usePage()
  const input = useRef<HTMLInputElement>(null)
  const title = person.fullName
    ? `Welcome back, ${greetingName(person.fullName.split(' ')[0] ?? '')}`
    : 'Enter your password'

  // Before the step is drawn, so that nobody types into a form that is gone.
  useLayoutEffect(() => input.current?.focus(), [])

  useEffect(() => {
    announce(['Enter your password', person.fullName].filter(Boolean).join(', '))
  }, [person])

  useEffect(() => {
    const wanted = new URLSearchParams(location.search).get('redirect-url') ?? site.home
    const target = trustedUrl(wanted, site.redirectOrigins)
    if (target) preconnect(target.origin)
  }, [site])

  return (
    <FormFrame
      heading={title}
      step="Enter your password"
      lead={brand.signIn.lead}
      above={chip}
      fields={[field]}
      failure={failure}
      focusAfterRefusal={failure?.errors.code === 'wrong-credentials' ? field.name : undefined}
      isBusy={isBusy}
      submit={brand.signIn.submit}
      busyText={busyText}
      onValid={(values) => onSubmit(values[field.name] ?? '')}
      onRetry={onRetry}
      remedy={<OwnPlatforms failure={failure} identifier={() => identifier} />}
      below={
        <>
          <Button look="secondary" onClick={isBusy ? undefined : onCode}>
            Sign in with OTP
          </Button>
          <SharedComputer />
        </>
      }
    >
      {(errors) => (
        <>
          <HiddenUsername value={identifier} />
          <PasswordField
            name={field.name}
            label={field.label}
            ref={input}
            error={errors[field.name] ?? null}
            autoComplete="current-password"
            enterKeyHint="go"
          />
          <ForgotPasswordLink identifier={() => identifier} />
        </>
      )}
    </FormFrame>
  )
}
