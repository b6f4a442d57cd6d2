import { nameFault } from '@foyer/contract/field-faults'
import { emailFault } from '@foyer/contract/fields'
import { useRef } from 'react'
import { LazyContactHelp } from '../flow/form/lazy-contact-help.tsx'
import type { FormField } from '../flow/form/use-checked-form.ts'
import type { ContactStepProps } from '../flow/sign-up-steps/later-steps.tsx'
import { StepForm } from '../flow/sign-up-steps/step-form.tsx'
import { ContactField } from '../ui/fields/contact-field.tsx'
import { TextField } from '../ui/fields/text-field.tsx'

const first = 'given-name'
const last = 'family-name'
const fields: readonly FormField[] = [
  {
    name: first,
    label: 'First name',
    wireNames: ['firstName'],
    missing: 'Enter your first name',
    check: nameFault,
  },
  { name: last, label: 'Last name', wireNames: ['lastName'], check: nameFault, isOptional: true },
  {
    name: 'email',
    label: 'Email',
    wireNames: ['email'],
    missing: 'Enter your email',
    check: emailFault,
  },
]

const title = 'Who can we contact?'

/** Asks for the contact person, who becomes the school's first user. */
export function ContactStep({ onNear, ...shown }: ContactStepProps) {
  const { context } = shown
  const input = useRef<HTMLInputElement>(null)
  return (
    <StepForm
      {...{ shown, fields }}
      name="contact"
      label="Contact"
      heading={title}
      step={`${title} (step 2 of 3)`}
      lead={
        <>
          You will be the first user of <strong>{context.schoolName}</strong>
        </>
      }
    >
      <div className="field-pair">
        <TextField
          name={first}
          label="First name"
          defaultValue={context.firstName}
          autoComplete={first}
          enterKeyHint="next"
          onFocus={onNear}
        />
        <TextField
          name={last}
          label="Last name (optional)"
          defaultValue={context.lastName}
          autoComplete={last}
          enterKeyHint="next"
        />
      </div>
      <ContactField
        name="email"
        label="Email"
        ref={input}
        type="email"
        defaultValue={context.email}
        onFocus={onNear}
      />
      <LazyContactHelp input={input} isEmailOnly />
    </StepForm>
  )
}
