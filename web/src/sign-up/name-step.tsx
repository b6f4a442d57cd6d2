import { nameFault } from '@foyer/contract/field-faults'
import { FormFrame } from '../flow/form/form-frame.tsx'
import type { FormField } from '../flow/form/use-checked-form.ts'
import { useFirstFocus } from '../flow/form/use-first-focus.ts'
import type { SignUpStepProps } from '../flow/sign-up-steps/sign-up-form.tsx'
import { SignInLink, useStepEntry } from '../flow/sign-up-steps/step-parts.tsx'
import { usePage } from '../platforms/page-context.ts'
import { SocialButtons } from '../social/social-buttons.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { type DraftStep, draftFields, draftStepIn } from './draft-fields.ts'
import type { SignUpContext, SignUpEvent } from './sign-up-machine.ts'

const first = 'given-name'

/** Label and check of each input of this step; the input's name is its `autoComplete`. */
const inputs = {
  firstName: { label: 'First Name', check: nameFault },
  lastName: { label: 'Last Name', check: nameFault },
} satisfies Record<keyof DraftStep<'name'>, Pick<FormField, 'label' | 'check'>>

const fields = draftFields
  .filter((field) => field.step === 'name')
  .map(({ name, input, ...field }) => ({
    ...field,
    ...inputs[name],
    name: input,
    wireNames: [name] as const,
  }))

export type StepProps = SignUpStepProps<SignUpContext, SignUpEvent>

type NameStepProps = StepProps & { isReturn: boolean }

export function NameStep({ context, failure, isReturn, isBusy, busyText, send }: NameStepProps) {
  const { brand } = usePage()
  const { title, lead } = brand.signUp ?? { title: 'Create your account', lead: brand.signIn.lead }
  useFirstFocus(`#${first}`)
  const announcement = context.isSentBack ? 'Go back to step 1: Name' : `Step 1 of 3. ${title}`
  useStepEntry(isReturn ? announcement : null, failure ? null : first)
  return (
    <FormFrame
      eyebrow="Step 1 of 3"
      heading={title}
      step="Create your account"
      lead={lead}
      fields={fields}
      failure={failure}
      isBusy={isBusy}
      submit="Next"
      busyText={busyText}
      onValid={(values) => send({ type: 'nameSubmitted', ...draftStepIn('name', values) })}
      onRetry={() => send({ type: 'retried' })}
      below={
        <>
          <SocialButtons />
          <SignInLink email={context.email} />
        </>
      }
    >
      {(errors) => (
        <>
          {fields.map(({ name, label, wireNames: [draftName], ...field }) => (
            <TextField
              key={name}
              name={name}
              label={'isOptional' in field ? `${label} (optional)` : label}
              defaultValue={context[draftName]}
              error={errors[name] ?? null}
              autoComplete={name}
              enterKeyHint="next"
            />
          ))}
        </>
      )}
    </FormFrame>
  )
}
