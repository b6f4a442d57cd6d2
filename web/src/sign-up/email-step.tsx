import { email as emailShape } from '@foyer/contract/fields'
import { type ReactNode, useRef } from 'react'
import { safeParse } from 'valibot'
import { FormFrame } from '../flow/form/form-frame.tsx'
import { greetingName } from '../flow/form/greeting-name.ts'
import { LazyContactHelp } from '../flow/form/lazy-contact-help.tsx'
import type { FormField } from '../flow/form/use-checked-form.ts'
import { withPageQuery } from '../flow/navigation/page-query.ts'
import { SignInLink, useStepEntry } from '../flow/sign-up-steps/step-parts.tsx'
import { usePage } from '../platforms/page-context.ts'
import { Button } from '../ui/feedback/button.tsx'
import { ContactField } from '../ui/fields/contact-field.tsx'
import type { StepProps } from './name-step.tsx'

const field: FormField = { name: 'email', label: 'Email', wireNames: ['email'], check: emailFault }

type EmailStepProps = StepProps & { back: ReactNode; onNear: () => void }

export function EmailStep({ context, failure, isBusy, busyText, back, onNear, send }: EmailStepProps) {
  const { paths } = usePage()
  const input = useRef<HTMLInputElement>(null)
  const title = `Alright, ${greetingName(context.firstName.trim())}. Now onto your email`
  const isTaken = failure?.errors.code === 'email-taken'
  useStepEntry(
    context.isSentBack ? 'Go back to step 2: Email' : `Step 2 of 3. ${title}`,
    failure ? null : field.name,
  )

  function signInInstead(): void {
    location.assign(`${withPageQuery(paths.signIn, input.current?.value.trim() ?? '')}&autoNext=true`)
  }

  return (
    <FormFrame
      eyebrow="Step 2 of 3"
      heading={title}
      step="Your email (step 2 of 3)"
      fields={isTaken ? noFieldError : [field]}
      failure={failure}
      remedy={
        isTaken && (
          <Button look="quiet" onClick={signInInstead}>
            Would you like to sign in instead?
          </Button>
        )
      }
      isBusy={isBusy}
      submit="Next"
      busyText={busyText}
      onValid={({ email = '' }) => send({ type: 'emailSubmitted', email: email.trim() })}
      onRetry={() => send({ type: 'retried' })}
      below={
        <>
          {back}
          <SignInLink email={context.email} />
        </>
      }
    >
      {(errors) => (
        <>
          <ContactField
            name={field.name}
            label={field.label}
            ref={input}
            type="email"
            defaultValue={context.email}
            error={errors[field.name] ?? null}
            onFocus={onNear}
          />
          <LazyContactHelp input={input} isEmailOnly />
        </>
      )}
    </FormFrame>
  )
}

/** The email of an account is not an error of the field: the notice offers to sign in instead. */
const noFieldError: readonly FormField[] = [{ ...field, wireNames: [] }]

function emailFault(value: string): string | null {
  return safeParse(emailShape, value).issues?.[0].message ?? null
}
