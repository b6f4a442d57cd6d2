/** Makes the steps of a sign-up history entries of one address, so that Back and Forward move step by step. */
import { currentStep } from '../navigation/current-step.ts'

export type StepEntries<S extends string> = {
  firstStep: S
  /** The step of this history entry. */
  stepOfEntry(): S
  showStep(step: S): void
}

export function stepEntries<S extends string>(steps: readonly [S, ...S[]]): StepEntries<S> {
  return { firstStep: steps[0], stepOfEntry, showStep }

  function stepOfEntry(): S {
    return steps.find((step) => step === currentStep()) ?? steps[0]
  }

  /** Adds history entries up to the step or goes back to its entry. Inside a frame, Back belongs to the embedding page. */
  function showStep(step: S): void {
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
}
