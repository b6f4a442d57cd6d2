import { lazyComponent } from '../flow/machine/lazy-component.ts'
import { schoolFields } from '../flow/sign-up-steps/fields.ts'
import { SignUpForm, useSignUp } from '../flow/sign-up-steps/sign-up-form.tsx'
import { SchoolStep } from './school-step.tsx'
import { usePlaces } from './use-places.ts'

const loadEffects = () => import('./school-sign-up-effects.ts')
const laterSteps = lazyComponent(() => import('./later-steps.tsx'), 'LaterSteps')

/** Creates the accounts of a school and of its first user in three steps, then opens the platform (product 2.4, 4). */
export function SchoolSignUpPage() {
  const signUp = useSignUp(schoolFields, loadEffects)
  const { situation, send } = signUp
  const places = usePlaces(situation.context.countryId, (countryId) =>
    send({ type: 'typed', values: { countryId } }),
  )
  return (
    <SignUpForm
      {...signUp}
      provingText="Adding your school…"
      showFirst={(props) => <SchoolStep {...props} places={places} />}
      laterSteps={laterSteps}
    />
  )
}
