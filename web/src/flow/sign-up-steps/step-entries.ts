/** Makes the steps of a sign-up history entries of one address, so that Back and Forward move step by step. */
import { currentStep } from '../navigation/current-step.ts'
import { type SignUpStep, steps } from './fields.ts'

export function stepOfEntry(): SignUpStep {
  return steps.find((step) => step === currentStep()) ?? 'applicant'
}

/**
 * Adds history entries up to the step, or goes back to the step's entry. A frame only changes its entry, because Back
 * belongs to the embedding page.
 */
export function showStep(step: SignUpStep): void {
  const from = steps.indexOf(stepOfEntry())
  const to = steps.indexOf(step)
  if (to === from) return
  if (window.parent !== window) history.replaceState({ ...history.state, step }, '')
  else if (to < from) history.go(to - from)
  else
    for (const next of steps.slice(from + 1, to + 1)) history.pushState({ ...history.state, step: next }, '')
}
