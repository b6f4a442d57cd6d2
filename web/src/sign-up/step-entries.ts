/** The three steps as entries of one address, one above the other, so that Back and Forward go step by step. */
import { currentStep } from '../flow/moves/step-history.ts'
import { type Step, steps } from './sign-up-machine.ts'

/** The step of this history entry. */
export function stepOfEntry(): Step {
  return steps.find((step) => step === currentStep()) ?? 'name'
}

/** Goes to the step's entry, up by new ones, down by those there are; in a frame Back is the embedding page's. */
export function showStep(step: Step): void {
  const apart = steps.indexOf(step) - steps.indexOf(stepOfEntry())
  if (apart === 0) return
  if (window.parent !== window) history.replaceState({ ...history.state, step }, '')
  else if (apart < 0) history.go(apart)
  else {
    for (const next of steps.slice(steps.indexOf(step) - apart + 1, steps.indexOf(step) + 1)) {
      history.pushState({ ...history.state, step: next }, '')
    }
  }
}
