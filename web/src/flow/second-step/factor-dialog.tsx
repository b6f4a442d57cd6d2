import type { SecondFactorWays } from '@foyer/contract/errors'
import { completeSignIn } from '@foyer/contract/routes/second-factor'
import type { Session } from '@foyer/contract/routes/sign-in'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { type Failure, networkFailure, type Success } from '../../api/failure.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { Dialog } from '../../ui/page/dialog.tsx'
import { ProofForm } from '../proof/proof-form.tsx'
import { useOneCall } from '../waiting/use-one-call.ts'
import { RecoveryField, recoveryField } from './recovery-field.tsx'
import type { SecondStepQuestion } from './second-step-question.ts'
import { TotpField, totpField } from './totp-field.tsx'
import './second-step.css'

type FactorDialogProps = { question: SecondStepQuestion; ways: SecondFactorWays }

type View = 'totp' | 'recovery' | 'passkey'

const checking = 'Checking…'
const waiting = 'Waiting for your passkey…'

/** Asks for a code of the authenticator app, for a recovery code or for a passkey. */
export function FactorDialog({ question, ways }: FactorDialogProps) {
  const { platform, refusal, answer } = question
  const canUsePasskey = ways.passkey && window.PublicKeyCredential !== undefined
  const [view, setView] = useState<View>(ways.totp ? 'totp' : canUsePasskey ? 'passkey' : 'recovery')
  const { busy, failure, setFailure, run, repeat } = useOneCall<'checking' | 'passkey'>()
  const remembers = useRef<HTMLInputElement>(null)
  /** Ends the question of the browser for a passkey. */
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => {
    const own = new AbortController()
    leaving.current = own
    return () => own.abort()
  }, [])
  const firstFocus = view === 'totp' ? totpField.name : view === 'recovery' ? recoveryField.name : undefined
  const isBusy = busy !== null
  const busyText = busy === 'passkey' ? waiting : checking
  const shared = { failure, isBusy, busyText, onRetry: repeat }
  const cancel = () => answer(refusal)

  return (
    <Dialog title="One more step" firstFocus={firstFocus} status={isBusy ? busyText : ''} onCancel={cancel}>
      {view === 'totp' && (
        <ProofForm
          {...shared}
          key="totp"
          field={totpField}
          lead="Enter the code that your authenticator app shows for this account."
          submit="Continue"
          onValid={(totp) => complete({ totp })}
        >
          <TotpField isBusy={isBusy} />
          {remember()}
        </ProofForm>
      )}
      {view === 'recovery' && (
        <ProofForm
          {...shared}
          key="recovery"
          field={recoveryField}
          lead="Enter one of your recovery codes, or the code that support gave you. Each code works once."
          submit="Continue"
          onValid={(recoveryCode) => complete({ recoveryCode })}
        >
          <RecoveryField />
          {remember()}
        </ProofForm>
      )}
      {view === 'passkey' && (
        <ProofForm
          {...shared}
          key="passkey"
          field={null}
          lead="Use your passkey to go on."
          submit="Use a passkey"
          onValid={askPasskey}
        />
      )}
      <div className="dialog-answers">
        {canUsePasskey && view !== 'passkey' && (
          <Button look="secondary" onClick={() => show('passkey')}>
            Use a passkey
          </Button>
        )}
        {ways.totp && view !== 'totp' && (
          <Button look="secondary" onClick={() => show('totp')}>
            Use your authenticator app
          </Button>
        )}
        {view !== 'recovery' && (
          <Button look="quiet" onClick={() => show('recovery')}>
            Use a recovery code
          </Button>
        )}
        <Button look="quiet" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )

  function remember() {
    const days = ways.rememberDays
    return (
      days !== null && (
        <label className="check">
          <input type="checkbox" ref={remembers} />
          Don’t ask in this browser for {days} days
        </label>
      )
    )
  }

  function show(next: View): void {
    if (isBusy) return
    setFailure(null)
    setView(next)
    if (next === 'passkey') askPasskey()
  }

  function complete(factor: { totp: string } | { recoveryCode: string }): void {
    const { token } = ways
    const remembered = remembers.current?.checked ? ({ rememberBrowser: true } as const) : {}
    const body = { token, ...factor, ...remembered }
    run('checking', () => call(completeSignIn, { body }), done, refused)
  }

  function askPasskey(): void {
    run('passkey', signIn, (session) => session && done(session), refused)
  }

  /** Answers null if the user chose no passkey. */
  async function signIn(): Promise<Success<Session | null> | Failure> {
    const module = await import('../../session/sign-in-with-passkey.ts').catch(() => null)
    const { signal } = leaving.current ?? new AbortController()
    if (!module) return networkFailure()
    const asking = { user: ways.user, signal }
    return (await module.openByPasskey(platform, asking)) ?? { isSuccessful: true, data: null }
  }

  function done(data: Session): void {
    answer({ isSuccessful: true, data })
  }

  /** The first proof has expired: the form asks for it again. */
  function refused(failed: Failure): boolean {
    const isOver = failed.errors.code === 'second-factor-expired'
    if (isOver) answer(failed)
    return isOver
  }
}
