import type { SchoolStatus } from '@foyer/contract/school-types'
import type { School } from '@foyer/contract/schools/school-fields'
import { verifySchool } from '@foyer/contract/schools/school-routes'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { noticeOf } from '../../api/failure.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { focusAfterQuestion, RowQuestion } from '../row-question.tsx'
import { useOwnCall } from '../use-own-call.ts'
import { DecisionMail } from './decision-mail.tsx'
import { type Refusal, RefuseForm } from './refuse-form.tsx'

type SchoolDecisionProps = {
  school: School
  /** The ETag of the record that is shown. */
  version: string | undefined
  /** The record before the one that is shown, if the service refused to decide on it. */
  outdated: School | null
  onDecided: (school: School) => void
  /** Called when the service refused the decision, because the record has changed. */
  onOutdated: () => void
  /** Shows the next school without a decision; null if no other school waits. */
  onSkip: (() => void) | null
  /** Shown until the changed record is loaded. */
  loading: ReactNode
  onSignedOut: () => void
}

type Decision = Exclude<SchoolStatus, 'unverified'>

const verifyId = 'verify-school'
const refuseId = 'refuse-school'

/** Verifies or refuses a school that is shown as it is now. The verifier confirms either decision. */
export function SchoolDecision(props: SchoolDecisionProps) {
  const { school, version, outdated, onDecided, onOutdated, onSkip, loading, onSignedOut } = props
  const { id, name, status } = school
  const [asked, setAsked] = useState<Decision | null>(null)
  const { busy, failure, setFailure, call, run, repeat } = useOwnCall<Decision>(onSignedOut)
  const notice = useRef<HTMLDivElement>(null)
  /** The refusal that was not saved. */
  const [before, setBefore] = useState<Refusal>({ reason: '', partsToCorrect: [] })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure, or the changed record, brings another notice.
  useEffect(() => {
    notice.current?.focus()
  }, [failure, school])

  if (school === outdated) return loading
  if (asked === 'rejected')
    return (
      <RefuseForm
        {...{ id, name, before, failure, onSignedOut }}
        isBusy={busy !== null}
        onValid={(refusal) => {
          setBefore(refusal)
          decide('rejected', refusal)
        }}
        onRetry={repeat}
        onDecline={() => keep(refuseId)}
      />
    )
  if (asked === 'verified') {
    const text = failure && noticeOf(failure)
    return (
      <>
        <RowQuestion
          id="verify-question"
          failure={text && <ErrorNotice title={text} ref={notice} />}
          text={`Verify ${name}? We’ll email its users that we have checked and verified their school.`}
          confirm="Verify school"
          busyText={busy ? 'Verifying…' : null}
          decline="Cancel"
          onConfirm={() => decide('verified', { reason: null })}
          onDecline={() => keep(verifyId)}
        />
        <DecisionMail {...{ id, onSignedOut }} decision={() => ({ status: 'verified' })} />
      </>
    )
  }
  return (
    <>
      {outdated && <ErrorNotice title={changeText(outdated, school)} ref={notice} />}
      <div className="facts-answers">
        {status !== 'verified' && (
          <Button id={verifyId} onClick={() => ask('verified')}>
            Verify
          </Button>
        )}
        {status !== 'rejected' && (
          <Button id={refuseId} look="secondary" onClick={() => ask('rejected')}>
            Refuse
          </Button>
        )}
        {onSkip && (
          <Button look="quiet" onClick={onSkip}>
            Next school
          </Button>
        )}
      </div>
    </>
  )

  function ask(decision: Decision): void {
    setFailure(null)
    setAsked(decision)
  }

  function keep(buttonId: string): void {
    setFailure(null)
    setAsked(null)
    focusAfterQuestion(buttonId)
  }

  function decide(decision: Decision, given: Refusal | { reason: null }): void {
    const request = { params: { id }, body: { status: decision, ...given } }
    run(
      decision,
      () => call(verifySchool, request, version === undefined ? {} : { ifMatch: version }),
      onDecided,
      (refusal) => {
        if (refusal.statusCode !== 412) return false
        setAsked(null)
        onOutdated()
        return true
      },
    )
  }
}

/** Says what has changed since the verifier opened the record. */
function changeText(before: School, { status, decidedAt }: School): string {
  if (decidedAt !== before.decidedAt && status !== 'unverified')
    return `Another verifier has ${status === 'verified' ? 'verified' : 'refused'} this school meanwhile. Your decision was not saved.`
  return 'This school has changed meanwhile, so your decision was not saved. Read what it says now, then decide.'
}
