import { useEffect } from 'react'
import { useTitle } from '../flow/navigation/use-title.ts'
import type { StepProps } from '../flow/sign-up-steps/step-form.tsx'
import { usePage } from '../platforms/page-context.ts'
import { readStoredAuth } from '../session/stored-auth.ts'
import { Button, ButtonLink } from '../ui/feedback/button.tsx'
import { ArchSign } from '../ui/page/arch-sign.tsx'
import { Heading, Step } from '../ui/page/card.tsx'

/** Explains what happens after the sign-up of a school: the check, its duration, and where the answer arrives. */
export function Registered({ context, isBusy, busyText, send }: StepProps) {
  const { brand, platform } = usePage()
  const isUnverified = readStoredAuth(platform)?.user.isEmailVerified === false
  const title = `${context.schoolName.trim()} is being checked`
  useTitle(title)
  useEffect(() => {
    document.getElementById('title')?.focus()
    // The storage event reaches other tabs only, so this page must update its header.
    dispatchEvent(new Event('storage'))
  }, [])
  return (
    <Step isNext key="registered">
      <ArchSign badge="sent" />
      <Heading
        title={title}
        lead={
          <>
            This usually takes two working days. We’ll write to{' '}
            <strong dir="ltr">{context.email.trim()}</strong>.
          </>
        }
      />
      <div className="stack">
        {isUnverified && (
          <>
            <p>Verify this email first, so that our answer can name your school and the reason.</p>
            <ButtonLink look="secondary" href={`/account/contacts?platform=${platform}`}>
              Verify your email
            </ButtonLink>
          </>
        )}
        <Button busyText={isBusy ? busyText : null} onClick={() => send({ type: 'continued' })}>
          Continue to {brand.displayName}
        </Button>
        <ButtonLink look="quiet" href={`/account/school?platform=${platform}`}>
          Add your logo or invite a colleague
        </ButtonLink>
      </div>
    </Step>
  )
}
