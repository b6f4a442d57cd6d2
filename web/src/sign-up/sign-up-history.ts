/** Makes the three steps history entries of one address, so that Back and Forward move step by step. */
import { currentStep } from '../flow/navigation/step-history.ts'
import { type Step, steps } from './sign-up-machine.ts'

/** The step of this history entry. */
export function stepOfEntry(): Step {
  return steps.find((step) => step === currentStep()) ?? 'name'
}

/** Adds history entries up to the step or goes back to its entry. Inside a frame, Back belongs to the embedding page. */
export function showStep(step: Step): void {
  const distance = steps.indexOf(step) - steps.indexOf(stepOfEntry())
  if (distance === 0) return
  if (window.parent !== window) history.replaceState({ ...history.state, step }, '')
  else if (distance < 0) history.go(distance)
  else {
    for (const next of steps.slice(steps.indexOf(step) - distance + 1, steps.indexOf(step) + 1)) {
      history.pushState({ ...history.state, step: next }, '')
    }
  }
}
