/** Holds what the steps of both sign-ups share: entering a step, the way back, the way to sign-in. */
import { useEffect } from 'react'
import { usePage } from '../../platforms/page-context.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { EntryLink } from '../navigation/entry-link.tsx'

/** Announces the step and focuses its field, if any; does neither if `announcement` is null. */
export function useStepEntry(announcement: string | null, field: string | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step is entered once.
  useEffect(() => {
    if (announcement === null) return
    if (field) document.getElementById(field)?.focus()
    announce(announcement)
  }, [])
}

export function BackButton({ isBusy, onBack }: { isBusy: boolean; onBack: () => void }) {
  return (
    <Button look="secondary" onClick={isBusy ? undefined : onBack}>
      Back
    </Button>
  )
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
