import { nameFault } from '@foyer/contract/field-faults'
import { email as emailShape } from '@foyer/contract/fields'
import { type ReactNode, useRef } from 'react'
import { safeParse } from 'valibot'
import { FormFrame } from '../flow/form/form-frame.tsx'
import { LazyContactHelp } from '../flow/form/lazy-contact-help.tsx'
import type { FormField } from '../flow/form/use-checked-form.ts'
import { stepTextsIn } from '../flow/sign-up-steps/field-list.ts'
import { SignInLink, useStepEntry } from '../flow/sign-up-steps/step-parts.tsx'
import { ContactField } from '../ui/fields/contact-field.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { schoolFields } from './school-fields.ts'
import type { StepProps } from './school-step.tsx'

const first = 'given-name'
const fields: readonly FormField[] = [
  { name: first, label: 'First Name', wireNames: ['firstName'], check: nameFault },
  { name: 'family-name', label: 'Last Name', wireNames: ['lastName'], check: nameFault, isOptional: true },
  { name: 'email', label: 'Email', wireNames: ['email'], check: emailFault },
]

const title = 'Who can we contact?'

/** Asks for the contact person, who is the school's first user. */
export function ContactStep(
  props: StepProps & {
    back: ReactNode
    /** Starts slow preparations once the user is at a field. */
    onNear: () => void
  },
) {
  const { context, failure, isBusy, busyText, back, onNear, send } = props
  const input = useRef<HTMLInputElement>(null)
  useStepEntry(
    context.isSentBack ? 'Go back to step 2: Contact' : `Step 2 of 3. ${title}`,
    failure ? null : first,
  )
  return (
    <FormFrame
      eyebrow="Step 2 of 3"
      heading={title}
      step={`${title} (step 2 of 3)`}
      lead={
        <>
          You will be the first user of <strong>{context.schoolName}</strong>
        </>
      }
      fields={fields}
      failure={failure}
      isBusy={isBusy}
      submit="Next"
      busyText={busyText}
      onValid={(values) => {
        const texts = stepTextsIn(schoolFields, 'contact', values)
        send({ type: 'contactSubmitted', ...texts, email: texts.email.trim() })
      }}
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
          <TextField
            name={first}
            label="First Name"
            defaultValue={context.firstName}
            error={errors[first] ?? null}
            autoComplete={first}
            enterKeyHint="next"
            onFocus={onNear}
          />
          <TextField
            name="family-name"
            label="Last Name (optional)"
            defaultValue={context.lastName}
            error={errors['family-name'] ?? null}
            autoComplete="family-name"
            enterKeyHint="next"
          />
          <ContactField
            name="email"
            label="Email"
            ref={input}
            type="email"
            defaultValue={context.email}
            error={errors.email ?? null}
            onFocus={onNear}
          />
          <LazyContactHelp input={input} isEmailOnly />
        </>
      )}
    </FormFrame>
  )
}

function emailFault(value: string): string | null {
  return safeParse(emailShape, value).issues?.[0].message ?? null
}
