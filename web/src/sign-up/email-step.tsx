import { emailFault } from '@foyer/contract/fields'
import { emailTaken, emailTakenSentence } from '@foyer/contract/sentences'
import { useRef } from 'react'
import { greetingName } from '../flow/form/greeting-name.ts'
import { LazyContactHelp } from '../flow/form/lazy-contact-help.tsx'
import type { FormField } from '../flow/form/use-checked-form.ts'
import { withPageQuery } from '../flow/navigation/page-query.ts'
import type { ContactStepProps } from '../flow/sign-up-steps/later-steps.tsx'
import { StepForm } from '../flow/sign-up-steps/step-form.tsx'
import { usePage } from '../platforms/page-context.ts'
import { Button } from '../ui/feedback/button.tsx'
import { ContactField } from '../ui/fields/contact-field.tsx'

const field: FormField = {
  name: 'email',
  label: 'Email',
  wireNames: ['email'],
  missing: 'Enter your email',
  reworded: { [emailTaken]: emailTakenSentence },
  check: emailFault,
}

export function EmailStep({ onNear, ...shown }: ContactStepProps) {
  const { context } = shown
  const { paths } = usePage()
  const input = useRef<HTMLInputElement>(null)

  function signInInstead(): void {
    location.assign(`${withPageQuery(paths.signIn, input.current?.value.trim() ?? '')}&autoNext=true`)
  }

  return (
    <StepForm
      shown={shown}
      name="contact"
      label="Email"
      heading={`Alright, ${greetingName(context.firstName.trim())}. Now onto your email`}
      step="Your email (step 2 of 3)"
      fields={[field]}
    >
      <ContactField
        name={field.name}
        label={field.label}
        ref={input}
        type="email"
        defaultValue={context.email}
        onFocus={onNear}
        remedy={(error) =>
          error === emailTakenSentence && (
            <Button look="quiet" onClick={signInInstead}>
              Would you like to sign in instead?
            </Button>
          )
        }
      />
      <LazyContactHelp input={input} isEmailOnly />
    </StepForm>
  )
}
