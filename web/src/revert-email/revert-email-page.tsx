import { revertLinkSeconds } from '@foyer/contract/shared-values'
import { type ReactNode, useEffect } from 'react'
import type { Failure } from '../api/failure.ts'
import { FailureNotice } from '../flow/form/failure-notice.tsx'
import { useStepMachine } from '../flow/machine/use-step-machine.ts'
import { useTitle } from '../flow/navigation/use-title.ts'
import { SignInLink } from '../flow/sent-link/sign-in-link.tsx'
import { SlowNote } from '../flow/waiting/slow-note.tsx'
import { usePage } from '../platforms/page-context.ts'
import { Button } from '../ui/feedback/button.tsx'
import { announce } from '../ui/feedback/live-regions.tsx'
import { ArchSign } from '../ui/page/arch-sign.tsx'
import { Card, Heading } from '../ui/page/card.tsx'
import { takeToken } from './link-in-address.ts'
import { revertEffects } from './revert-effects.ts'
import { type DeadReason, type EmailChange, revertMachine, revertStart } from './revert-machine.ts'

const title = 'Undo the change of your email'

/** Lets the owner of the former address undo a change of the sign-in address. */
export function RevertEmailPage() {
  const [{ state, context }, send] = useStepMachine(revertMachine, revertStart, revertEffects)
  const { change, deadReason, failure } = context
  const onRetry = () => send({ type: 'retried' })

  useEffect(() => {
    send({ type: 'arrived', token: takeToken() })
  }, [send])

  return <Card>{step()}</Card>

  function step(): ReactNode {
    if (state === 'dead') return <DeadLink reason={deadReason} />
    if (!change) return <Checking failure={failure} isChecking={state === 'checking'} onRetry={onRetry} />
    const isBusy = state !== 'offer'
    return (
      <Offer
        change={change}
        failure={failure}
        isBusy={isBusy}
        onConfirm={() => send({ type: 'confirmed' })}
        onRetry={onRetry}
      />
    )
  }
}

function Checking({
  failure,
  isChecking,
  onRetry,
}: {
  failure: Failure | null
  isChecking: boolean
  onRetry: () => void
}) {
  useTitle(title, !isChecking)
  return (
    <>
      {!isChecking && <ArchSign badge="wrong" />}
      <Heading title={title} lead={isChecking ? 'Checking your link…' : null} />
      <div className="stack" aria-busy={isChecking}>
        <FailureNotice failure={failure} onOnline={onRetry} />
        {!isChecking && <Button onClick={onRetry}>Try again</Button>}
        <SlowNote isBusy={isChecking} onRetry={onRetry} />
      </div>
    </>
  )
}

type OfferProps = {
  change: EmailChange
  failure: Failure | null
  isBusy: boolean
  onConfirm: () => void
  onRetry: () => void
}

function Offer({ change, failure, isBusy, onConfirm, onRetry }: OfferProps) {
  const { email, newEmail, changedAt } = change
  const { site } = usePage()
  useTitle(title, failure !== null)
  useEffect(() => announce(title), [])
  useEffect(() => {
    if (!isBusy) return
    announce('Undoing…')
    return () => announce('')
  }, [isBusy])
  const day = new Date(changedAt).toLocaleDateString('en', { dateStyle: 'long' })
  return (
    <>
      <Heading
        title={title}
        lead={
          <>
            On {day} the email address of a {site.provider} account changed from <bdi dir="ltr">{email}</bdi>{' '}
            to {newEmail === null ? 'another one' : <bdi dir="ltr">{newEmail}</bdi>}.
          </>
        }
      />
      <div className="stack">
        <p>
          If it wasn’t you, undo it. That signs out everyone, and you choose a new password. If it was you,
          close this page.
        </p>
        <FailureNotice failure={failure} onOnline={onConfirm} />
        <Button busyText={isBusy ? 'Undoing…' : null} onClick={onConfirm}>
          Undo the change
        </Button>
        <SlowNote isBusy={isBusy} onRetry={onRetry} />
      </div>
    </>
  )
}

const badges = { expired: 'expired', used: 'done', invalid: 'wrong', missing: 'lost' } as const

const deadTexts: Record<DeadReason, { title: string; lead: string }> = {
  expired: {
    title: 'This link has expired',
    lead: `It works for ${Math.round(revertLinkSeconds / 86_400)} days, and once one such link was used, the others end.`,
  },
  used: {
    title: 'This link has already been used',
    lead: 'The change was undone. Choose a new password if you have not done so.',
  },
  invalid: {
    title: 'This link is not valid',
    lead: 'Make sure you copied the whole link.',
  },
  missing: {
    title: 'Open the link again',
    lead: 'This page needs the link from your message. Open it there.',
  },
}

function DeadLink({ reason }: { reason: DeadReason }) {
  const { paths } = usePage()
  const { title, lead } = deadTexts[reason]
  useTitle(title, true)
  useEffect(() => document.getElementById('title')?.focus(), [])
  return (
    <>
      <ArchSign badge={badges[reason]} />
      <Heading title={title} lead={lead} />
      <div className="stack">
        {paths.help && <a href={paths.help}>Get help</a>}
        <SignInLink identifier={null}>Back to sign in</SignInLink>
      </div>
    </>
  )
}
