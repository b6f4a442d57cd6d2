import { schoolNameFault } from '@foyer/contract/field-faults'
import { schoolTypeNames, schoolTypes } from '@foyer/contract/school-types'
import { FormFrame } from '../flow/form/form-frame.tsx'
import type { FormField } from '../flow/form/use-checked-form.ts'
import { useFirstFocus } from '../flow/form/use-first-focus.ts'
import { stepTextsIn } from '../flow/sign-up-steps/field-list.ts'
import type { SignUpStepProps } from '../flow/sign-up-steps/sign-up-form.tsx'
import { SignInLink, useStepEntry } from '../flow/sign-up-steps/step-parts.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { PlaceField } from './place-field.tsx'
import { schoolFields } from './school-fields.ts'
import type { SchoolContext, SchoolEvent } from './school-sign-up-machine.ts'
import type { Places } from './use-places.ts'

export type StepProps = SignUpStepProps<SchoolContext, SchoolEvent>

type SchoolStepProps = StepProps & { places: Places; isReturn: boolean }

const first = 'organization'
const fields: readonly FormField[] = [
  { name: first, label: 'School name', wireNames: ['schoolName'], check: schoolNameFault },
  { name: 'school-type', label: 'Type of school', wireNames: ['schoolType'] },
  { name: 'country-name', label: 'Country', wireNames: ['countryId'] },
]
const stateField: FormField = { name: 'address-level1', label: 'State', wireNames: ['stateId'] }

const types = schoolTypes.map((type) => ({ value: type, label: schoolTypeNames[type] }))

const title = 'Create a school account'

/** Asks for the school. Some countries have no states. */
export function SchoolStep(props: SchoolStepProps) {
  const { context, failure, places, isReturn, isBusy, busyText, send } = props
  const { countries, states } = places
  const hasStates =
    context.countryId !== '' && !(states.state === 'ready' && states.context.places.length === 0)
  useFirstFocus(`#${first}`)
  const announcement = context.isSentBack ? 'Go back to step 1: School' : `Step 1 of 3. ${title}`
  useStepEntry(isReturn ? announcement : null, failure ? null : first)
  return (
    <FormFrame
      eyebrow="Step 1 of 3"
      heading={title}
      step={title}
      lead="First, tell us about your school"
      fields={hasStates ? [...fields, stateField] : fields}
      failure={failure}
      isBusy={isBusy}
      submit="Next"
      busyText={busyText}
      onValid={(values) => send({ type: 'schoolSubmitted', ...stepTextsIn(schoolFields, 'school', values) })}
      onRetry={() => send({ type: 'retried' })}
      below={<SignInLink email={context.email} />}
    >
      {(errors) => (
        <>
          <TextField
            name={first}
            label="School name"
            defaultValue={context.schoolName}
            error={errors[first] ?? null}
            autoComplete={first}
            enterKeyHint="next"
          />
          <SelectField
            name="school-type"
            label="Type of school"
            placeholder="Choose a type"
            options={types}
            chosen={context.schoolType}
            error={errors['school-type'] ?? null}
          />
          <PlaceField
            name="country-name"
            label="Country"
            what="countries"
            placeholder="Choose a country"
            list={countries}
            chosen={context.countryId}
            error={errors['country-name'] ?? null}
          />
          {hasStates && (
            <PlaceField
              name={stateField.name}
              label={stateField.label}
              what="states"
              placeholder="Choose a state"
              list={states}
              chosen={context.stateId}
              error={errors[stateField.name] ?? null}
            />
          )}
        </>
      )}
    </FormFrame>
  )
}
