import { waitInWords } from '@foyer/contract/errors'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import type { Failure } from '../../api/failure.ts'
import { usePage } from '../../platforms/page-context.ts'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { HiddenUsername } from '../../ui/fields/hidden-username.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { FormFrame } from '../form/form-frame.tsx'
import { OwnPlatforms } from '../form/own-platforms.tsx'
import { SharedComputer } from '../form/shared-computer.tsx'
import { EntryLink } from '../navigation/entry-link.tsx'
import { waitSecondsOf } from '../waiting/use-wait-sentence.ts'

export type PasswordTexts = {
  heading: string
  /** The step's name in the title of the page. */
  step: string
  /** Announced when the step appears. */
  announcement: string
  lead: ReactNode
  submit: string
  /** The text of the button that requests a code instead. */
  code: string
}

type PasswordStepProps = {
  texts: PasswordTexts
  identifier: string
  chip: ReactNode
  failure: Failure | null
  isBusy: boolean
  busyText: string
  onPassword: (password: string) => void
  /** Null if no code can be sent. */
  onCode: (() => void) | null
  onRetry: () => void
  below?: ReactNode
  isSignedIn: boolean
}

const field = {
  name: 'current-password',
  label: 'Password',
  wireNames: ['password'],
  missing: 'Enter your password',
}

/** The lockout also blocks codes. A code helps only if the wait is over when the code arrives, within about 60 s. */
const codeArrivesAfterSeconds = 60

const waitOrCode = (seconds: number) => `You can try again in ${waitInWords(seconds)}, or get a code now.`
const waitOrReset = (seconds: number) =>
  `You can try again in ${waitInWords(seconds)}. A new password ends the wait.`

/** Asks for the password of the account with this identifier. */
export function PasswordStep(props: PasswordStepProps) {
  const { texts, identifier, chip, failure, isBusy, busyText, onPassword, onCode, onRetry, below } = props
  const { isSignedIn } = props
  const { forgotPassword } = usePage().paths
  const input = useRef<HTMLInputElement>(null)
  const waitSeconds = failure && waitSecondsOf(failure)
  const offersCode = onCode !== null && waitSeconds !== null && waitSeconds <= codeArrivesAfterSeconds

  // A layout effect moves the focus before the browser paints, so that keystrokes do not get lost in the removed form.
  useLayoutEffect(() => input.current?.focus(), [])

  useEffect(() => announce(texts.announcement), [texts.announcement])

  return (
    <FormFrame
      heading={texts.heading}
      step={texts.step}
      lead={texts.lead}
      above={chip}
      fields={[field]}
      failure={failure}
      refusedField={failure?.errors.code === 'wrong-credentials' ? field.name : undefined}
      isBusy={isBusy}
      submit={texts.submit}
      busyText={busyText}
      onValid={(values) => onPassword(values[field.name] ?? '')}
      onRetry={onRetry}
      remedy={<OwnPlatforms failure={failure} identifier={() => identifier} method="password" />}
      alternative={onCode && { text: texts.code, onClick: onCode, isFirst: offersCode }}
      waitSentence={offersCode ? waitOrCode : forgotPassword ? waitOrReset : undefined}
      below={below}
    >
      <HiddenUsername value={identifier} />
      <PasswordField
        name={field.name}
        label={field.label}
        ref={input}
        autoComplete="current-password"
        enterKeyHint="go"
      />
      {(!isSignedIn || forgotPassword) && (
        <div className="form-row-ends">
          {!isSignedIn && <SharedComputer />}
          {forgotPassword && (
            <p className="form-row-end">
              <EntryLink href={forgotPassword} typed={() => identifier}>
                Forgot Password?
              </EntryLink>
            </p>
          )}
        </div>
      )}
    </FormFrame>
  )
}
