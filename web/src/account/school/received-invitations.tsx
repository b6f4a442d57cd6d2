import { allPages } from '@foyer/contract/lists/paging'
import {
  acceptSchoolInvitation,
  declineSchoolInvitation,
  listReceivedInvitations,
  type ReceivedInvitation,
} from '@foyer/contract/schools/school-people'
import { useEffect, useRef } from 'react'
import { noticeOf } from '../../api/failure.ts'
import { SlowNote } from '../../flow/waiting/slow-note.tsx'
import { Button } from '../../ui/feedback/button.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { PartLoading } from '../section-part.tsx'
import { useLoaded } from '../use-loaded.ts'
import { useOwnCall } from '../use-own-call.ts'
import type { Section } from '../use-section.ts'

type ReceivedInvitationsProps = {
  section: Section
  /** Called when the user has accepted, with the school. */
  onAccepted: (school: { id: string; name: string }) => void
}

/** Lets the user accept or decline the invitations to schools. Shows nothing without one. */
export function ReceivedInvitations({ section, onAccepted }: ReceivedInvitationsProps) {
  const given = { query: { page: String(allPages) } }
  const { data, failure: unloaded, load } = useLoaded(listReceivedInvitations, given, section.leaveIfEnded)
  const { busy, failure, call, run, repeat } = useOwnCall<string>(section.leave)
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) notice.current?.focus()
  }, [failure])
  const sentence = failure && noticeOf(failure)
  if (unloaded) return <PartLoading what="your invitations" failure={unloaded} load={load} />
  if (!data || (data.length === 0 && !sentence)) return null
  return (
    <section className="attention school-invitations" aria-labelledby="invitations-title">
      <h2 id="invitations-title">You’re invited</h2>
      {sentence && <ErrorNotice title={sentence} ref={notice} />}
      <ul>
        {data.map((invitation) => (
          <li key={invitation.id}>
            <p>
              <bdi>{invitation.inviterName || 'Someone'}</bdi> has invited you to{' '}
              <strong>
                <bdi>{invitation.schoolName}</bdi>
              </strong>
              .
            </p>
            <div className="facts-answers">
              <Button
                look="secondary"
                busyText={busy === `accept ${invitation.id}` ? 'Accepting…' : null}
                onClick={() => accept(invitation)}
              >
                Accept<span className="visually-hidden"> the invitation to {invitation.schoolName}</span>
              </Button>
              <Button
                look="quiet"
                busyText={busy === `decline ${invitation.id}` ? 'Declining…' : null}
                onClick={() => decline(invitation)}
              >
                Decline<span className="visually-hidden"> the invitation to {invitation.schoolName}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <SlowNote isBusy={busy !== null} onRetry={repeat} />
    </section>
  )

  function accept({ id }: ReceivedInvitation): void {
    if (busy !== null) return
    run(
      `accept ${id}`,
      () => call(acceptSchoolInvitation, { params: { id } }),
      (school) => {
        load()
        onAccepted(school)
      },
    )
  }

  function decline({ id, schoolName }: ReceivedInvitation): void {
    if (busy !== null) return
    run(
      `decline ${id}`,
      () => call(declineSchoolInvitation, { params: { id } }),
      () => {
        load()
        section.showChange(`You’ve declined the invitation to ${schoolName}.`)
        document.getElementById('title')?.focus()
      },
    )
  }
}
