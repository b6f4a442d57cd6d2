import { lazyComponent } from '../flow/machine/lazy-component.ts'
import { lazyEffects } from '../flow/machine/step-machine.ts'
import { useStepMachine } from '../flow/machine/use-step-machine.ts'
import { lazyNavigate } from '../flow/navigation/lazy-navigate.ts'
import { SignUpForm, unloadedEvents } from '../flow/sign-up-steps/sign-up-form.tsx'
import { stepEntries } from '../flow/sign-up-steps/step-entries.ts'
import { type PageData, usePage } from '../platforms/page-context.ts'
import { SocialSlot } from '../social/social-slot.tsx'
import { draftFields } from './draft-fields.ts'
import { NameStep } from './name-step.tsx'
import { failureOn, signUpMachine, signUpStart, steps } from './sign-up-machine.ts'

const entries = stepEntries(steps)
const loadEffects = () => import('./sign-up-effects.ts')
const laterSteps = lazyComponent(() => import('./later-steps.tsx'), 'LaterSteps')

/** Creates an account in three steps and goes on to the platform (product 2.4, 4). */
export function SignUpPage() {
  const page = usePage()
  const [situation, send] = useStepMachine(signUpMachine, signUpStart(), effectsOf(page))
  return (
    <SignUpForm
      {...{ steps, entries, situation, send, failureOn, laterSteps, loadEffects }}
      fields={draftFields}
      provingText="Signing in…"
      showFirst={(props) => <NameStep {...props} send={send} />}
      showLater={(LaterSteps, props) => <LaterSteps {...props} send={send} />}
      around={(step) => (
        <SocialSlot purpose="sign_up" send={send}>
          {step}
        </SocialSlot>
      )}
    />
  )
}

function effectsOf({ platform, site, brand }: PageData) {
  async function load() {
    const { signUpEffects } = await loadEffects()
    const page = { platform, site, search: new URLSearchParams(location.search) }
    return signUpEffects(page, (path) => lazyNavigate(path, platform), brand.partner?.source)
  }
  return {
    ...lazyEffects(signUpMachine, load, unloadedEvents()),
    showName: () => entries.showStep('name'),
    showEmail: () => entries.showStep('email'),
    showPassword: () => entries.showStep('password'),
    showAccount: () => entries.showStep('account'),
    showCode: () => entries.showStep('account'),
  }
}
