import { nameFault } from '@foyer/contract/name-fault'
import { FormFrame } from '../flow/form-frame.tsx'
import type { FormField } from '../flow/use-checked-form.ts'
import { useFirstFocus } from '../flow/use-first-focus.ts'
import { usePage } from '../platforms/page-context.ts'
import { TextField } from '../ui/text-field.tsx'
import { SignInLink } from './sign-in-link.tsx'
import type { StepProps } from './step-props.ts'
import { useStepEntry } from './use-step-entry.ts'

const first = 'given-name'
const last = 'family-name'
const fields: readonly FormField[] = [
  { name: first, label: 'First Name', wireNames: ['firstName'], check: nameFault },
  { name: last, label: 'Last Name', wireNames: ['lastName'], isOptional: true, check: nameFault },
]

const title = 'Create your account'

type NameStepProps = StepProps & { isReturn: boolean }

export function NameStep({ context, failure, isReturn, isBusy, busyText, send }: NameStepProps) {
  const { brand } = usePage()
  useFirstFocus(`#${first}`)
  const said = context.isSentBack ? 'Go back to step 1: Name' : `Step 1 of 3. ${title}`
  useStepEntry(isReturn ? said : null, failure ? null : first)
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
      onValid={(values) =>
        send({ type: 'nameSubmitted', firstName: values[first] ?? '', lastName: values[last] ?? '' })
      }
      onRetry={() => send({ type: 'retried' })}
      below={<SignInLink email={context.email} />}
    >
      {(errors) => (
        <>
          <TextField
            name={first}
            label="First Name"
            defaultValue={context.firstName}
            error={errors[first] ?? null}
            autoComplete="given-name"
            enterKeyHint="next"
          />
          <TextField
            name={last}
            label="Last Name (optional)"
            defaultValue={context.lastName}
            error={errors[last] ?? null}
            autoComplete="family-name"
            enterKeyHint="next"
          />
        </>
      )}
    </FormFrame>
  )
}
