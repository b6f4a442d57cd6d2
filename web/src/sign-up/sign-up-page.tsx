import { lazyComponent } from '../flow/machine/lazy-component.ts'
import { personFields } from '../flow/sign-up-steps/fields.ts'
import { SignUpForm, useSignUp } from '../flow/sign-up-steps/sign-up-form.tsx'
import { SocialSlot } from '../social/social-slot.tsx'
import { NameStep } from './name-step.tsx'

const loadEffects = () => import('./sign-up-effects.ts')
const laterSteps = lazyComponent(() => import('./later-steps.tsx'), 'LaterSteps')

/** Creates an account in three steps, then opens the platform (product 2.4, 4). */
export function SignUpPage() {
  const signUp = useSignUp(personFields, loadEffects)
  return (
    <SignUpForm
      {...signUp}
      provingText="Signing in…"
      showFirst={(props) => <NameStep {...props} />}
      laterSteps={laterSteps}
      around={(step) => (
        <SocialSlot purpose="sign_up" send={signUp.send}>
          {step}
        </SocialSlot>
      )}
    />
  )
}
