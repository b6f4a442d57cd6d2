import { useSyncExternalStore } from 'react'
import { lazyComponent, useLazyComponent } from '../flow/machine/lazy-component.ts'
import { secondStepQuestion, subscribe } from '../session/second-step-question.ts'

const secondStep = lazyComponent(() => import('../flow/second-step/second-step.tsx'), 'SecondStep')

/** Shows the second step of a sign-in over the page that asks for it. */
export function SecondStepSlot() {
  const question = useSyncExternalStore(subscribe, secondStepQuestion, () => null)
  const SecondStep = useLazyComponent(secondStep, question !== null)
  return question && SecondStep && <SecondStep question={question} />
}
