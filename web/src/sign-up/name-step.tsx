import { nameFault } from '@foyer/contract/field-faults'
import type { FormField } from '../flow/form/use-checked-form.ts'
import { useFirstFocus } from '../flow/form/use-first-focus.ts'
import { StepForm, type StepProps } from '../flow/sign-up-steps/step-form.tsx'
import { usePage } from '../platforms/page-context.ts'
import { SocialButtons } from '../social/social-buttons.tsx'
import { TextField } from '../ui/fields/text-field.tsx'

const first = 'given-name'
const last = 'family-name'
const fields: readonly FormField[] = [
  {
    name: first,
    label: 'First Name',
    wireNames: ['firstName'],
    missing: 'Enter your first name',
    check: nameFault,
  },
  { name: last, label: 'Last Name', wireNames: ['lastName'], isOptional: true, check: nameFault },
]

export function NameStep({ isEntered, ...shown }: StepProps & { isEntered: boolean }) {
  const { brand } = usePage()
  const { title, lead } = brand.signUp ?? { title: 'Create your account', lead: `for ${brand.displayName}` }
  useFirstFocus(`#${first}`)
  return (
    <StepForm
      {...{ shown, isEntered, lead, fields }}
      name="applicant"
      label="Name"
      heading={title}
      step="Create your account"
      below={<SocialButtons />}
    >
      <div className="field-pair">
        <TextField
          name={first}
          label="First Name"
          defaultValue={shown.context.firstName}
          autoComplete={first}
          enterKeyHint="next"
        />
        <TextField
          name={last}
          label="Last Name (optional)"
          defaultValue={shown.context.lastName}
          autoComplete={last}
          enterKeyHint="next"
        />
      </div>
    </StepForm>
  )
}
