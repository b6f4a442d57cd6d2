import { lazyComponent } from '../flow/machine/lazy-component.ts'
import { lazyEffects } from '../flow/machine/step-machine.ts'
import { useStepMachine } from '../flow/machine/use-step-machine.ts'
import { lazyNavigate } from '../flow/navigation/lazy-navigate.ts'
import { SignUpForm, unloadedEvents } from '../flow/sign-up-steps/sign-up-form.tsx'
import { stepEntries } from '../flow/sign-up-steps/step-entries.ts'
import { type PageData, usePage } from '../platforms/page-context.ts'
import { schoolFields } from './school-fields.ts'
import { failureOn, schoolMachine, schoolStart, steps } from './school-sign-up-machine.ts'
import { SchoolStep } from './school-step.tsx'
import { usePlaces } from './use-places.ts'

const entries = stepEntries(steps)
const loadEffects = () => import('./school-sign-up-effects.ts')
const laterSteps = lazyComponent(() => import('./later-steps.tsx'), 'LaterSteps')

/** Opens the account of a school and of its first user in three steps, and goes on to the platform (product 2.4, 4). */
export function SchoolSignUpPage() {
  const page = usePage()
  const [situation, send] = useStepMachine(schoolMachine, schoolStart(), effectsOf(page))
  const { countryId: chosen } = situation.context
  const places = usePlaces(chosen, (countryId) => send({ type: 'typed', values: { countryId } }))
  return (
    <SignUpForm
      {...{ steps, entries, situation, send, failureOn, laterSteps, loadEffects }}
      fields={schoolFields}
      provingText="Adding your school…"
      showFirst={(props) => <SchoolStep {...props} send={send} places={places} />}
      showLater={(LaterSteps, props) => <LaterSteps {...props} send={send} />}
    />
  )
}

function effectsOf({ platform, site }: PageData) {
  async function load() {
    const { schoolSignUpEffects } = await loadEffects()
    const page = { platform, site, search: new URLSearchParams(location.search) }
    return schoolSignUpEffects(page, (path) => lazyNavigate(path, platform))
  }
  return {
    ...lazyEffects(schoolMachine, load, unloadedEvents()),
    showSchool: () => entries.showStep('school'),
    showContact: () => entries.showStep('contact'),
    showPassword: () => entries.showStep('password'),
    showAccount: () => entries.showStep('account'),
    showCode: () => entries.showStep('account'),
  }
}
