/** What the page gives each step. */
import type { ReactNode } from 'react'
import type { Failure } from '../api/failure.ts'
import type { SignUpContext, SignUpEvent } from './sign-up-machine.ts'

export type StepProps = {
  context: SignUpContext
  /** As far as this step has to show it. */
  failure: Failure | null
  isBusy: boolean
  busyText: string
  send: (event: SignUpEvent) => void
}

export type LaterStepProps = StepProps & {
  /** Somebody is at a field after which what is slow may begin. */
  onNear: () => void
  /** The button of that name. */
  back: ReactNode
}
