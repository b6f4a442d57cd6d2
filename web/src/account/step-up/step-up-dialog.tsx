import { asciiDigits } from '@foyer/contract/contact'
import { type Proofs, waitInWords, wrongPasswordSentence } from '@foyer/contract/errors'
import { codeIncomplete } from '@foyer/contract/field-faults'
import { stepUp } from '@foyer/contract/routes/step-up'
import { otpDigits, otpSeconds } from '@foyer/contract/shared-values'
import { useRef, useState } from 'react'
import { EntryLink } from '../../flow/navigation/entry-link.tsx'
import { ResendButton } from '../../flow/waiting/resend-button.tsx'
import { usePage } from '../../platforms/page-context.ts'
import type { StoredUser } from '../../session/stored-auth.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { HiddenUsername } from '../../ui/fields/hidden-username.tsx'
import { OtpField } from '../../ui/fields/otp-field.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { Dialog } from '../../ui/page/dialog.tsx'
import { useOwnCall } from '../use-own-call.ts'
import { useSentCode } from '../use-sent-code.ts'
import { ProofForm } from './proof-form.tsx'

type StepUpDialogProps = {
  proofs: Proofs
  user: StoredUser
  /** Called with true after the proof, or once the session has ended. */
  onDone: (isProven: boolean) => void
}

const password = {
  name: 'proof-password',
  label: 'Password',
  wireNames: ['password'],
  missing: 'Enter your password',
}
const passwordOrCode = {
  ...password,
  reworded: { [wrongPasswordSentence]: 'That password isn’t right. Try again, or get a code.' },
}
const code = { name: 'proof-code', label: 'Code', wireNames: ['otp'], missing: codeIncomplete }

/** Asks for the password or a code of a signed-in user. */
export function StepUpDialog({ proofs, user, onDone }: StepUpDialogProps) {
  const { medium, contact } = proofs.code ?? { medium: 'email', contact: '' }
  const [view, setView] = useState<'password' | 'unsent' | 'code'>(proofs.hasPassword ? 'password' : 'unsent')
  const { challenge, isSending, send, cancel } = useSentCode({ medium, purpose: 'step_up', user: user.uuid })
  const { busy, failure, setFailure, call, run, repeat } = useOwnCall<'proving'>(() => onDone(true))
  const { forgotPassword } = usePage().paths
  const tried = useRef('')
  const isBusy = busy !== null || isSending
  const busyText = isSending ? 'Sending a code…' : 'Checking…'
  const shared = { failure, isBusy, busyText, onRetry: isSending ? request : repeat }

  return (
    <Dialog
      title="Confirm that it’s you"
      firstFocus={proofs.hasPassword ? password.name : undefined}
      status={isBusy ? busyText : view === 'code' ? 'Code sent' : ''}
      onCancel={() => onDone(false)}
    >
      {view === 'password' && (
        <ProofForm
          {...shared}
          key="password"
          field={proofs.code ? passwordOrCode : password}
          lead="Enter your password before you change this."
          submit="Confirm"
          onValid={(typed) => prove({ password: typed })}
        >
          {user.email && <HiddenUsername value={user.email} />}
          <PasswordField
            name={password.name}
            label={password.label}
            autoComplete="current-password"
            enterKeyHint="go"
          />
          {!proofs.code && forgotPassword && (
            <p className="form-row-end">
              <EntryLink href={forgotPassword} typed={() => user.email ?? ''}>
                Forgot Password?
              </EntryLink>
            </p>
          )}
        </ProofForm>
      )}
      {view === 'unsent' && (
        <ProofForm
          {...shared}
          key="unsent"
          field={null}
          lead={
            <>
              We’ll send a code to <strong dir="ltr">{contact}</strong> before you change this.
            </>
          }
          submit="Send code"
          onValid={request}
        />
      )}
      {view === 'code' && (
        <ProofForm
          {...shared}
          key="code"
          field={code}
          lead={
            <>
              A {otpDigits}-digit code was sent to <strong dir="ltr">{contact}</strong>.
            </>
          }
          submit="Confirm"
          onValid={(otp) => {
            tried.current = otp
            prove({ token: challenge?.token ?? '', otp })
          }}
        >
          <OtpField
            name={code.name}
            label={code.label}
            hint={`The code expires after ${waitInWords(otpSeconds)}.`}
            digits={otpDigits}
            toAscii={asciiDigits}
            enterKeyHint="done"
            onComplete={(otp) => {
              if (otp !== tried.current && !isBusy) submitCode()
            }}
          />
        </ProofForm>
      )}
      <div className="step-up-answers">
        {view === 'code' && (
          <ResendButton
            label="Resend code"
            whenReady="You can resend the code now."
            resendAtMs={challenge?.resendAtMs ?? 0}
            isBusy={isBusy}
            onResend={request}
          />
        )}
        {view === 'password' && proofs.code && (
          <Button look="secondary" onClick={request}>
            {medium === 'sms' ? 'Text me a code instead' : 'Email me a code instead'}
          </Button>
        )}
        {view !== 'password' && proofs.hasPassword && (
          <Button look="quiet" onClick={choosePassword}>
            Use your password
          </Button>
        )}
        <Button look="quiet" onClick={() => onDone(false)}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )

  function prove(proof: { password: string } | { token: string; otp: string }): void {
    run(
      'proving',
      () => call(stepUp, { body: proof }),
      () => onDone(true),
    )
  }

  function request(): void {
    if (busy) return
    setFailure(null)
    send((refusal) => {
      setFailure(refusal)
      setView(refusal ? 'unsent' : 'code')
    })
  }

  function choosePassword(): void {
    cancel()
    setFailure(null)
    setView('password')
  }
}

/** Submits a complete code at once, like the button. */
function submitCode(): void {
  document.querySelector<HTMLInputElement>(`#${code.name}`)?.form?.requestSubmit()
}
