import {
  finishEnrolment,
  finishPasskeyEnrolment,
  type NewTotp,
  startEnrolment,
  startPasskeyEnrolment,
} from '@foyer/contract/routes/second-factor'
import type { Session } from '@foyer/contract/routes/sign-in'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { type Failure, sentenceOf } from '../../api/failure.ts'
import { usePage } from '../../platforms/page-context.ts'
import { canMakePasskey, newPasskey } from '../../session/new-passkey.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { Dialog } from '../../ui/page/dialog.tsx'
import { ProofForm } from '../proof/proof-form.tsx'
import { useOneCall } from '../waiting/use-one-call.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import type { SecondStepQuestion } from './second-step-question.ts'
import { TotpSetup } from './totp-setup.tsx'

type EnrolmentDialogProps = { question: SecondStepQuestion; token: string }

type Finished = { session: Session; recoveryCodes: string[] }

const either =
  'Add a passkey, which uses your fingerprint, your face or the PIN of this device, or use an authenticator app.'
const appOnly = 'You need an authenticator app on your phone or in your password manager.'

/** Lets a user without a second factor set one up, because the platform opens with one only. */
export function EnrolmentDialog({ question, token }: EnrolmentDialogProps) {
  const { refusal, answer } = question
  const { site } = usePage()
  const [totp, setTotp] = useState<NewTotp | null>(null)
  const [finished, setFinished] = useState<Finished | null>(null)
  const { busy, failure, run, repeat } = useOneCall<'starting' | 'checking' | 'passkey'>()
  const isBusy = busy !== null
  const isAsking = busy === 'passkey'
  const starting = isAsking ? 'Waiting for your passkey…' : 'One moment…'
  const status = busy === 'checking' ? 'Checking…' : isBusy ? starting : ''
  const shared = { failure, isBusy, onRetry: repeat }
  const canUsePasskey = canMakePasskey()
  // The sign-in is complete once the codes are shown.
  const cancel = () => (finished ? done() : answer(refusal))

  return (
    <Dialog title="Set up your second step" {...{ status }} onCancel={cancel}>
      {finished ? (
        <RecoveryCodes
          codes={finished.recoveryCodes}
          account={finished.session.user.email}
          provider={site.provider}
          done="Continue"
          onDone={done}
        />
      ) : (
        <>
          {totp ? (
            <TotpSetup {...shared} totp={totp} submit="Continue" onCode={finish} />
          ) : (
            <ProofForm
              {...shared}
              onRetry={isAsking ? null : repeat}
              field={null}
              busyText={starting}
              lead={`${sentenceOf(refusal)} ${canUsePasskey ? either : appOnly}`}
              submit={canUsePasskey ? 'Add a passkey' : 'Set up an app'}
              onValid={canUsePasskey ? addPasskey : start}
            />
          )}
          <div className="dialog-answers">
            {canUsePasskey && !totp && (
              <Button look="secondary" onClick={isBusy ? undefined : start}>
                Set up an app
              </Button>
            )}
            <Button look="quiet" onClick={cancel}>
              Cancel
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )

  function start(): void {
    run('starting', () => call(startEnrolment, { body: { token } }), setTotp, refused)
  }

  function addPasskey(): void {
    const make = () =>
      newPasskey<Finished, never>(
        () => call(startPasskeyEnrolment, { body: { token } }),
        (credential) => call(finishPasskeyEnrolment, { body: { token, credential } }),
      )
    run('passkey', make, setFinished, refused)
  }

  function finish(code: string): void {
    if (!totp) return
    const body = { token, id: totp.id, totp: code }
    run('checking', () => call(finishEnrolment, { body }), setFinished, refused)
  }

  function done(): void {
    if (finished) answer({ isSuccessful: true, data: finished.session })
  }

  /** The first proof has expired: the form asks for it again. */
  function refused(failed: Failure): boolean {
    const isOver = failed.errors.code === 'second-factor-expired'
    if (isOver) answer(failed)
    return isOver
  }
}
