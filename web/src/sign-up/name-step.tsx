import { nameFault } from '@foyer/contract/field-faults'
import { FormFrame } from '../flow/form/form-frame.tsx'
import type { FormField } from '../flow/form/use-checked-form.ts'
import { useFirstFocus } from '../flow/form/use-first-focus.ts'
import { usePage } from '../platforms/page-context.ts'
import { TextField } from '../ui/fields/text-field.tsx'
import { type DraftStep, draftFields, draftStepIn } from './draft-fields.ts'
import { SignInLink, type StepProps, useStepEntry } from './sign-up-step.tsx'

const first = 'given-name'

/** Label and check of each input of this step; the input's name is its `autoComplete`. */
const inputs = {
  firstName: { label: 'First Name', check: nameFault },
  lastName: { label: 'Last Name', check: nameFault },
} satisfies Record<keyof DraftStep<'name'>, Pick<FormField, 'label' | 'check'>>

const rows = draftFields
  .filter((field) => field.step === 'name')
  .map((field) => ({ ...field, ...inputs[field.name], isOptional: 'isOptional' in field }))

const fields: readonly FormField[] = rows.map(({ name, input, label, check, isOptional }) => ({
  name: input,
  label,
  wireNames: [name],
  check,
  ...(isOptional && { isOptional }),
}))

const title = 'Create your account'

type NameStepProps = StepProps & { isReturn: boolean }

export function NameStep({ context, failure, isReturn, isBusy, busyText, send }: NameStepProps) {
  const { brand } = usePage()
  useFirstFocus(`#${first}`)
  const announcement = context.isSentBack ? 'Go back to step 1: Name' : `Step 1 of 3. ${title}`
  useStepEntry(isReturn ? announcement : null, failure ? null : first)
  return (
    <FormFrame
      eyebrow="Step 1 of 3"
      heading={title}
      step={title}
      lead={brand.signIn.lead}
      fields={fields}
      failure={failure}
      isBusy={isBusy}
      submit="Next"
      busyText={busyText}
      onValid={(values) => send({ type: 'nameSubmitted', ...draftStepIn('name', values) })}
      onRetry={() => send({ type: 'retried' })}
      below={<SignInLink email={context.email} />}
    >
      {(errors) => (
        <>
          {rows.map(({ name, input, label, isOptional }) => (
            <TextField
              key={input}
              name={input}
              label={isOptional ? `${label} (optional)` : label}
              defaultValue={context[name]}
              error={errors[input] ?? null}
              autoComplete={input}
              enterKeyHint="next"
            />
          ))}
        </>
      )}
    </FormFrame>
  )
}
