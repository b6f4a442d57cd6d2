import { asciiDigits, type Channel } from '@foyer/contract/contact'
import { type Proofs, waitInWords, wrongPasswordSentence } from '@foyer/contract/errors'
import { codeIncomplete } from '@foyer/contract/field-faults'
import { otpDigits, otpSeconds } from '@foyer/contract/shared-values'
import { type ReactNode, useRef, useState } from 'react'
import type { Failure, Success } from '../../api/failure.ts'
import { EntryLink } from '../../flow/navigation/entry-link.tsx'
import type { FirstCode } from '../../flow/otp/send-code.ts'
import { ProofForm } from '../../flow/proof/proof-form.tsx'
import { RecoveryField, recoveryField } from '../../flow/second-step/recovery-field.tsx'
import { TotpField, totpField } from '../../flow/second-step/totp-field.tsx'
import { ResendButton } from '../../flow/waiting/resend-button.tsx'
import { useOneCall } from '../../flow/waiting/use-one-call.ts'
import { usePage } from '../../platforms/page-context.ts'
import type { StoredUser } from '../../session/stored-auth.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { HiddenUsername } from '../../ui/fields/hidden-username.tsx'
import { OtpField } from '../../ui/fields/otp-field.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { Dialog } from '../../ui/page/dialog.tsx'
import { useSentCode } from '../use-sent-code.ts'

export type Proof = { password: string } | { token: string; otp: string }
export type FactorProof = { totp: string } | { recoveryCode: string }

type View = 'passkey' | 'totp' | 'recovery' | 'password' | 'unsent' | 'code'

const usePasskey = 'Use your passkey'

type ProofDialogProps = {
  title: string
  proofs: Proofs
  user: StoredUser
  /** The purpose of the code. */
  purpose: 'step_up' | 'login'
  /** Says why the dialog asks; null where the user knows. */
  intro: string | null
  /** Ends the sentence 'Enter your password …': 'before you change this'. */
  reason: string
  submit: string
  prove: (proof: Proof) => Promise<Success<unknown> | Failure>
  /** Takes the place of `prove` for a user with an authenticator app; null where the first factor is enough. */
  proveFactor: ((proof: FactorProof) => Promise<Success<unknown> | Failure>) | null
  /** Asks for a passkey, which answers null if the user chose none; null where no passkey can be asked for. */
  askPasskey: (() => Promise<Success<unknown> | Failure | null>) | null
  onProven: () => void
  /** Returns true if the dialog need not show the failure. */
  onRefused?: (failure: Failure) => boolean
  onCancel: () => void
  /** Other ways to go on. */
  children?: ReactNode
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
/** The field of each view that takes the focus. */
const focusedIn: Partial<Record<View, string>> = {
  password: password.name,
  totp: totpField.name,
  recovery: recoveryField.name,
}
const code = { name: 'proof-code', label: 'Code', wireNames: ['otp'], missing: codeIncomplete }

/**
 * Asks for a passkey, a second factor, the password or a code of a known user. A passkey comes first: it is the strongest
 * proof. Of a user with an authenticator app a password or a code proves nothing.
 */
export function ProofDialog(props: ProofDialogProps) {
  const { title, user, purpose, intro, reason, submit, askPasskey, proveFactor, onCancel } = props
  const hasApp = props.proofs.hasTotp && proveFactor !== null
  const proofs = hasApp ? { ...props.proofs, hasPassword: false, code: null } : props.proofs
  const { medium, contact } = proofs.code ?? { medium: 'email', contact: '' }
  const first = hasApp ? 'totp' : proofs.hasPassword ? 'password' : 'unsent'
  const [view, setView] = useState<View>(
    askPasskey && (proofs.hasPasskey || !(hasApp || proofs.hasPassword || proofs.code)) ? 'passkey' : first,
  )
  const { challenge, isSending, send, cancel } = useSentCode(codeOf(purpose, medium, user))
  const { busy, failure, setFailure, run, repeat } = useOneCall<'proving' | 'passkey'>()
  const { forgotPassword } = usePage().paths
  const tried = useRef('')
  const isBusy = busy !== null || isSending
  const busyText = isSending
    ? 'Sending a code…'
    : busy === 'passkey'
      ? 'Waiting for your passkey…'
      : 'Checking…'
  const shared = {
    failure,
    isBusy,
    busyText,
    onRetry: isSending ? request : busy === 'passkey' ? null : repeat,
  }

  return (
    <Dialog
      title={title}
      firstFocus={focusedIn[view]}
      status={isBusy ? busyText : view === 'code' ? 'Code sent' : ''}
      onCancel={onCancel}
    >
      {view === 'passkey' && (
        <ProofForm
          {...shared}
          key="passkey"
          field={null}
          lead={`${intro ? `${intro} ` : ''}Use your passkey ${reason}.`}
          submit={usePasskey}
          onValid={provePasskey}
        />
      )}
      {view === 'totp' && (
        <ProofForm
          {...shared}
          key="totp"
          field={totpField}
          lead={`${intro ? `${intro} ` : ''}Enter the code that your authenticator app shows ${reason}.`}
          submit={submit}
          onValid={(totp) => proveBy({ totp })}
        >
          <TotpField isBusy={isBusy} />
        </ProofForm>
      )}
      {view === 'recovery' && (
        <ProofForm
          {...shared}
          key="recovery"
          field={recoveryField}
          lead="Enter one of your recovery codes. Each code works once."
          submit={submit}
          onValid={(recoveryCode) => proveBy({ recoveryCode })}
        >
          <RecoveryField />
        </ProofForm>
      )}
      {view === 'password' && (
        <ProofForm
          {...shared}
          key="password"
          field={proofs.code ? passwordOrCode : password}
          lead={`${intro ? `${intro} ` : ''}Enter your password ${reason}.`}
          submit={submit}
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
              {intro ? `${intro} ` : ''}We’ll send a code to <strong dir="ltr">{contact}</strong> {reason}.
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
          submit={submit}
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
      <div className="dialog-answers">
        {view === 'code' && (
          <ResendButton
            label="Resend code"
            whenReady="You can resend the code now."
            resendAtMs={challenge?.resendAtMs ?? 0}
            isBusy={isBusy}
            onResend={request}
          />
        )}
        {(view === 'password' || view === 'passkey') && proofs.code && (
          <Button look="secondary" onClick={request}>
            {medium === 'sms' ? 'Text me a code' : 'Email me a code'}
          </Button>
        )}
        {hasApp && view !== 'totp' && (
          <Button look="secondary" onClick={() => choose('totp')}>
            Use your authenticator app
          </Button>
        )}
        {hasApp && view !== 'recovery' && (
          <Button look="quiet" onClick={() => choose('recovery')}>
            Use a recovery code
          </Button>
        )}
        {view !== 'password' && proofs.hasPassword && (
          <Button look="quiet" onClick={() => choose('password')}>
            Use your password
          </Button>
        )}
        {view !== 'passkey' && askPasskey && (
          <Button look={view === 'password' ? 'secondary' : 'quiet'} onClick={provePasskey}>
            {usePasskey}
          </Button>
        )}
        {props.children}
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )

  function prove(proof: Proof): void {
    run('proving', () => props.prove(proof), props.onProven, props.onRefused)
  }

  function proveBy(factor: FactorProof): void {
    if (proveFactor) run('proving', () => proveFactor(factor), props.onProven, props.onRefused)
  }

  function provePasskey(): void {
    if (isBusy || !askPasskey) return
    run('passkey', askPasskey, props.onProven, props.onRefused)
  }

  function request(): void {
    if (busy) return
    setFailure(null)
    send((refusal) => {
      setFailure(refusal)
      setView(refusal ? 'unsent' : 'code')
    })
  }

  function choose(next: View): void {
    cancel()
    setFailure(null)
    setView(next)
  }
}

function codeOf(purpose: ProofDialogProps['purpose'], medium: Channel, { uuid }: StoredUser): FirstCode {
  const channel = medium === 'sms' && purpose === 'login' ? ({ channel: 'both' } as const) : {}
  return { medium, purpose, user: uuid, ...channel }
}

/** Submits a complete code at once, like the button. */
function submitCode(): void {
  document.querySelector<HTMLInputElement>(`#${code.name}`)?.form?.requestSubmit()
}
