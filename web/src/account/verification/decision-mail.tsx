import type { Call, Result } from '@foyer/contract/routes/route'
import { previewDecision } from '@foyer/contract/schools/school-routes'
import { useState } from 'react'
import { fieldSentence, noticeOf } from '../../api/failure.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { useOwnCall } from '../use-own-call.ts'

type Mail = Result<typeof previewDecision>

type DecisionMailProps = {
  id: string
  /** Returns the decision as it is typed now. */
  decision: () => Call<typeof previewDecision>['body']
  onSignedOut: () => void
}

/** Shows the mail about a decision as it will be sent, and who gets it. */
export function DecisionMail({ id, decision, onSignedOut }: DecisionMailProps) {
  const { busy, failure, call, run } = useOwnCall<'loading'>(onSignedOut)
  const [mail, setMail] = useState<Mail | null>(null)
  const sentence =
    failure && (fieldSentence(failure, 'reason') ? 'Enter the reason first.' : noticeOf(failure))
  return (
    <div className="decision-mail">
      <Button look="quiet" busyText={busy && 'Loading…'} onClick={show}>
        {mail ? 'Show the email again' : 'Show the email'}
      </Button>
      {sentence && <ErrorNotice title={sentence} />}
      {mail && !failure && (
        <section aria-label="The email">
          <p className="small">{recipientsText(mail)}</p>
          <p className="decision-mail-subject">{mail.subject}</p>
          <p className="school-lines">{mail.text}</p>
        </section>
      )}
    </div>
  )

  function show(): void {
    run(
      'loading',
      () => call(previewDecision, { params: { id }, body: decision() }),
      (loaded) => {
        setMail(loaded)
        announce('The email is shown below the button.')
      },
    )
  }
}

function recipientsText({ recipients, unproven }: Mail): string {
  if (recipients === 0) return 'Nobody has access to this school, so nobody gets this email.'
  const who = recipients === 1 ? 'One person gets this email.' : `${recipients} people get this email.`
  if (unproven === 0) return who
  const whose =
    unproven === recipients
      ? 'No address is'
      : unproven === 1
        ? 'One address is not'
        : `${unproven} addresses are not`
  return `${who} ${whose} verified: such an email names neither the school nor your reason.`
}
