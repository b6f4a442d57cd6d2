import { addPasskey, startPasskey } from '@foyer/contract/routes/passkeys'
import { confirmTotp, makeRecoveryCodes, type NewTotp, startTotp } from '@foyer/contract/routes/second-factor'
import { useEffect, useState } from 'react'
import { endedSession } from '../../api/browser-failure.ts'
import { noticeOf } from '../../api/failure.ts'
import { usePage } from '../../platforms/page-context.ts'
import { canMakePasskey, newPasskey } from '../../session/new-passkey.ts'
import { callSignedIn } from '../../session/signed-in-call.ts'
import { readStoredAuth } from '../../session/stored-auth.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { ArchSign } from '../../ui/page/arch-sign.tsx'
import { Heading } from '../../ui/page/card.tsx'
import { useTitle } from '../navigation/use-title.ts'
import { dateText } from '../time-text.ts'
import { useOneCall } from '../waiting/use-one-call.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TotpSetup } from './totp-setup.tsx'

type EnrolmentReminderProps = {
  /** From when the platform opens with a second factor only. */
  enrolBy: string
  /** Set once the handover has begun. */
  busyText: string | null
  /** Goes on to the platform, with an app or without one. */
  onDone: () => void
}

const title = 'Set up your second step'

/** Reminds a user who has just signed in of the day from which the platform asks for a second factor. */
export function EnrolmentReminder({ enrolBy, busyText, onDone }: EnrolmentReminderProps) {
  const { platform, brand, site } = usePage()
  const [totp, setTotp] = useState<NewTotp | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { busy, failure, run, repeat } = useOneCall<'starting' | 'confirming' | 'passkey'>()
  useTitle(title, true)
  useEffect(() => {
    document.getElementById('title')?.focus()
  }, [])
  const problem = failure && noticeOf(failure)
  const starting = busy === 'starting' ? 'One moment…' : null
  const making = busy === 'passkey' ? 'Waiting for your passkey…' : null
  const waiting = busyText ?? starting ?? making
  const canUsePasskey = canMakePasskey()

  if (codes)
    return (
      <>
        <Heading title={title} />
        <RecoveryCodes
          codes={codes}
          account={readStoredAuth(platform)?.user.email ?? null}
          provider={site.provider}
          done="Continue"
          onDone={onDone}
        />
      </>
    )
  return (
    <>
      <ArchSign />
      <Heading
        title={title}
        lead={`${brand.displayName} asks for a second step from ${dateText(Date.parse(enrolBy))}: ${canUsePasskey ? 'a passkey, or ' : ''}a code from an app on your phone or in your password manager.`}
      />
      <div className="stack">
        {totp ? (
          <TotpSetup
            {...{ totp, failure }}
            isBusy={busy === 'confirming'}
            submit="Add this app"
            onCode={confirm}
            onRetry={repeat}
          />
        ) : (
          <>
            {problem && <ErrorNotice title={problem} />}
            {canUsePasskey && (
              <Button busyText={busyText ?? making} onClick={waiting ? undefined : makePasskey}>
                Add a passkey
              </Button>
            )}
            <Button
              look={canUsePasskey ? 'secondary' : 'primary'}
              busyText={canUsePasskey ? starting : (busyText ?? starting)}
              onClick={waiting ? undefined : start}
            >
              Set up an app
            </Button>
          </>
        )}
        <Button look="secondary" onClick={waiting ? undefined : onDone}>
          Not now
        </Button>
      </div>
    </>
  )

  function start(): void {
    run('starting', () => own(callSignedIn(platform, startTotp, {}, { reload: false })), setTotp)
  }

  function makePasskey(): void {
    const make = () =>
      newPasskey<unknown, never>(
        () => own(callSignedIn(platform, startPasskey, {}, { reload: false })),
        (credential) => own(callSignedIn(platform, addPasskey, { body: { credential } }, { reload: false })),
      )
    run('passkey', make, showCodes)
  }

  /** The passkey is enough to go on: recovery codes can be made later, too. */
  async function showCodes(): Promise<void> {
    const made = await own(callSignedIn(platform, makeRecoveryCodes, {}, { reload: false }))
    if (made.isSuccessful) setCodes(made.data.recoveryCodes)
    else onDone()
  }

  function confirm(code: string): void {
    if (!totp) return
    const given = { params: { id: totp.id }, body: { totp: code } }
    run(
      'confirming',
      () => own(callSignedIn(platform, confirmTotp, given, { reload: false })),
      ({ recoveryCodes }) => (recoveryCodes ? setCodes(recoveryCodes) : onDone()),
    )
  }
}

async function own<T>(answer: Promise<T | 'reloading'>) {
  const got = await answer
  return got === 'reloading' ? endedSession() : got
}
