import { schoolNameFault } from '@foyer/contract/field-faults'
import { schoolTypeNames, schoolTypes } from '@foyer/contract/school-types'
import type { FormField } from '../flow/form/use-checked-form.ts'
import { useFirstFocus } from '../flow/form/use-first-focus.ts'
import { StepForm, type StepProps } from '../flow/sign-up-steps/step-form.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { PlaceField } from './place-field.tsx'
import type { Places } from './use-places.ts'

type SchoolStepProps = StepProps & { places: Places; isEntered: boolean }

const first = 'organization'
const country = {
  name: 'country-name',
  label: 'Country',
  wireNames: ['countryId'],
  missing: 'Choose the country of your school',
}
const state = {
  name: 'address-level1',
  label: 'State',
  wireNames: ['stateId'],
  missing: 'Choose the state of your school',
}
const fields: readonly FormField[] = [
  {
    name: first,
    label: 'School name',
    wireNames: ['schoolName'],
    missing: 'Enter the name of your school',
    check: schoolNameFault,
  },
  {
    name: 'school-type',
    label: 'Type of school',
    wireNames: ['schoolType'],
    missing: 'Choose the type of your school',
  },
  country,
]

const types = schoolTypes.map((type) => ({ value: type, label: schoolTypeNames[type] }))

const title = 'Create a school account'

/** Asks for the school. Some countries have no states. */
export function SchoolStep({ places, isEntered, ...shown }: SchoolStepProps) {
  const { context } = shown
  const { countries, states } = places
  const hasStates = context.countryId !== '' && !(states.state === 'ready' && states.items.length === 0)
  useFirstFocus(`#${first}`)
  return (
    <StepForm
      {...{ shown, isEntered }}
      name="applicant"
      label="School"
      heading={title}
      lead="First, tell us about your school"
      fields={hasStates ? [...fields, state] : fields}
    >
      <TextField
        name={first}
        label="School name"
        defaultValue={context.schoolName}
        autoComplete={first}
        enterKeyHint="next"
      />
      <SelectField
        name="school-type"
        label="Type of school"
        placeholder="Choose a type"
        options={types}
        chosen={context.schoolType}
      />
      <div className="field-pair">
        <PlaceField
          field={country}
          what="countries"
          placeholder="Choose a country"
          list={countries}
          chosen={context.countryId}
        />
        {hasStates && (
          <PlaceField
            field={state}
            what="states"
            placeholder="Choose a state"
            list={states}
            chosen={context.stateId}
          />
        )}
      </div>
    </StepForm>
  )
}
