import { persists } from '@foyer/contract/sentences'
import { useEffect } from 'react'
import { noticeOf } from '../../api/failure.ts'
import { usePage } from '../../platforms/page-context.ts'
import type { Outcome } from '../../session/handover.ts'
import { Button, ButtonLink } from '../../ui/feedback/button.tsx'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { ArchSign } from '../../ui/page/arch-sign.tsx'
import { Heading } from '../../ui/page/card.tsx'
import { lazyComponent, useLazyComponent } from '../machine/lazy-component.ts'
import { useTitle } from '../navigation/use-title.ts'
import { PasskeyOffer } from './passkey-offer.tsx'
import { SignedInNotice } from './signed-in-notice.tsx'

const enrolmentReminder = lazyComponent(
  () => import('../second-step/enrolment-reminder.tsx'),
  'EnrolmentReminder',
)

export type StoppedNoticeProps = {
  outcome: Exclude<Outcome, { kind: 'invalid-url' }>
  /** Set while another attempt is in progress. */
  busyText: string | null
  onRetry: () => void
  /** The target's name, if the target is not the platform. */
  place?: string
}

/** Explains why a signed-in user stays on this page, and offers the next action. `onRetry` begins the handover. */
export function StoppedNotice({ outcome, ...rest }: StoppedNoticeProps) {
  const EnrolmentReminder = useLazyComponent(enrolmentReminder, outcome.kind === 'enrolment')
  if (outcome.kind === 'passkey-offer') return <PasskeyOffer busyText={rest.busyText} onDone={rest.onRetry} />
  if (outcome.kind === 'enrolment')
    return EnrolmentReminder ? (
      <EnrolmentReminder enrolBy={outcome.enrolBy} busyText={rest.busyText} onDone={rest.onRetry} />
    ) : (
      <PageSpinner text="Loading" />
    )
  if (outcome.kind === 'signed-in') return <SignedInNotice url={outcome.url} />
  return <FailedNotice outcome={outcome} {...rest} />
}

type FailedNoticeProps = Omit<StoppedNoticeProps, 'outcome'> & {
  outcome: Exclude<StoppedNoticeProps['outcome'], { kind: 'signed-in' | 'passkey-offer' | 'enrolment' }>
}

/** Explains why the handover to the platform failed. */
function FailedNotice({ outcome, busyText, onRetry, ...named }: FailedNoticeProps) {
  const { brand, site, paths } = usePage()
  const place = named.place ?? brand.displayName
  const isLoop = outcome.kind === 'loop'
  const title = isLoop ? `${place} keeps sending you back` : `We couldn’t take you to ${place}`
  const reason = isLoop
    ? 'You’re signed in, but something between the two sites isn’t working.'
    : noticeOf(outcome.failure)
  useTitle(title, true)
  useEffect(() => {
    document.getElementById('title')?.focus()
  }, [])
  useEffect(() => {
    if (isLoop || !outcome.failure.isNetworkFailure) return
    addEventListener('online', onRetry, { once: true })
    return () => removeEventListener('online', onRetry)
  }, [isLoop, outcome, onRetry])

  return (
    <>
      <ArchSign badge="wrong" />
      <Heading title={title} lead={reason && <span role="alert">{reason}</span>} />
      <div className="stack">
        {isLoop ? (
          <ButtonLink href={outcome.url}>Continue to {place}</ButtonLink>
        ) : (
          <Button busyText={busyText} onClick={onRetry}>
            Try again
          </Button>
        )}
        <ButtonLink look="secondary" href={paths.signOut}>
          Sign out
        </ButtonLink>
        <p className="small">
          {persists} <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>.
        </p>
      </div>
    </>
  )
}
