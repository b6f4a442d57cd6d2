/** Declares the props of every step of sign-up, and what the steps share. */
import { type ReactNode, useEffect } from 'react'
import type { Failure } from '../api/failure.ts'
import { EntryLink } from '../flow/navigation/entry-link.tsx'
import { usePage } from '../platforms/page-context.ts'
import { announce } from '../ui/feedback/live-regions.tsx'
import type { SignUpContext, SignUpEvent } from './sign-up-machine.ts'

export type StepProps = {
  context: SignUpContext
  /** The part of the failure that this step shows. */
  failure: Failure | null
  isBusy: boolean
  busyText: string
  send: (event: SignUpEvent) => void
}

export type LaterStepProps = StepProps & {
  /** Starts slow preparations once the user is at a field. */
  onNear: () => void
  /** The 'Back' button. */
  back: ReactNode
}

/** Announces the step and focuses its field, if any; does neither if `announcement` is null. */
export function useStepEntry(announcement: string | null, field: string | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step is entered once.
  useEffect(() => {
    if (announcement === null) return
    if (field) document.getElementById(field)?.focus()
    announce(announcement)
  }, [])
}

export function SignInLink({ email }: { email: string }) {
  const { paths } = usePage()
  return (
    <p className="form-foot">
      Have an account?{' '}
      <EntryLink href={paths.signIn} typed={() => email}>
        Sign in instead
      </EntryLink>
    </p>
  )
}
