import { allPages } from '@foyer/contract/lists/paging'
import { listSchoolUsers } from '@foyer/contract/schools/school-access'
import type { SchoolUser } from '@foyer/contract/schools/school-fields'
import {
  inviteToSchool,
  listSchoolInvitations,
  removeSchoolUser,
  type SchoolInvitation,
  withdrawSchoolInvitation,
} from '@foyer/contract/schools/school-people'
import { useEffect, useRef, useState } from 'react'
import { fieldSentence, noticeOf } from '../../api/failure.ts'
import { toBrowserTime } from '../../api/server-clock.ts'
import { agoText } from '../../flow/time-text.ts'
import { SlowNote } from '../../flow/waiting/slow-note.tsx'
import type { StoredUser } from '../../session/stored-auth.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { focusAfterQuestion, RowQuestion } from '../row-question.tsx'
import { PartLoading, SectionPart } from '../section-part.tsx'
import { useLoaded } from '../use-loaded.ts'
import { useOwnCall } from '../use-own-call.ts'
import type { Section } from '../use-section.ts'
import { InviteForm } from './invite-form.tsx'

type SchoolPeopleProps = {
  id: string
  user: StoredUser
  section: Section
  /** Called when the user has left the school. */
  onLeft: () => void
}

const inviteId = 'invite-person'
const titleId = 'people-title'

/** Lists the people with access to a school and the open invitations; invites and removes people. */
export function SchoolPeople({ id, user, section, onLeft }: SchoolPeopleProps) {
  const given = { params: { id }, query: { page: String(allPages) } }
  const people = useLoaded(listSchoolUsers, given, section.leaveIfEnded)
  const invitations = useLoaded(listSchoolInvitations, given, section.leaveIfEnded)
  const { busy, failure, setFailure, call, run, repeat } = useOwnCall<string>(section.leave)
  const [isInviting, setInviting] = useState(false)
  /** The person whose removal the user is asked about. */
  const [asked, setAsked] = useState<string | null>(null)
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) notice.current?.focus()
  }, [failure])
  const sentence = failure && !isInviting && (fieldSentence(failure, 'userId') ?? noticeOf(failure))
  const shownFailure = sentence && <ErrorNotice title={sentence} ref={notice} />
  return (
    <SectionPart
      id={titleId}
      title="People with access"
      lead="They can see and change the school’s details, and invite others."
    >
      {asked === null && shownFailure}
      {people.data ? (
        <ul className="school-people">
          {people.data.map(personEntry)}
          {invitations.data?.map(invitationEntry)}
        </ul>
      ) : (
        <PartLoading what="the people with access" failure={people.failure} load={people.load} />
      )}
      {people.data && !invitations.data && (
        <PartLoading what="the invitations" failure={invitations.failure} load={invitations.load} />
      )}
      {isInviting ? (
        <InviteForm
          failure={failure}
          isBusy={busy !== null}
          onValid={invite}
          onRetry={repeat}
          onDecline={() => {
            setFailure(null)
            setInviting(false)
            focusAfterQuestion(inviteId)
          }}
        />
      ) : (
        <>
          <SlowNote isBusy={busy !== null} onRetry={repeat} />
          {people.data && (
            <Button id={inviteId} look="secondary" onClick={startInviting}>
              Invite a person
            </Button>
          )}
        </>
      )}
    </SectionPart>
  )

  function personEntry(person: SchoolUser) {
    const { uuid, fullName, email } = person
    const isUser = uuid === user.uuid
    const name = fullName || email || 'This person'
    if (asked === uuid)
      return (
        <li key={uuid}>
          <RowQuestion
            id="people-question"
            failure={shownFailure}
            text={
              isUser
                ? 'Leave this school? To come back, you need an invitation.'
                : `Remove ${name}? We’ll tell them by email, and the invitations that they sent end.`
            }
            confirm={isUser ? 'Leave school' : 'Remove person'}
            busyText={busy && (isUser ? 'Leaving…' : 'Removing…')}
            decline={isUser ? 'Stay' : 'Keep'}
            onConfirm={() => remove(person)}
            onDecline={() => {
              setFailure(null)
              setAsked(null)
              focusAfterQuestion(`remove-${uuid}`)
            }}
          />
        </li>
      )
    const isOnly = people.data?.length === 1
    return (
      <li key={uuid} className="school-person">
        <p>
          <bdi>{fullName || 'No name'}</bdi>
          {isUser && <span className="small"> (you)</span>}
          {email && (
            <bdi className="school-person-about small" dir="ltr">
              {email}
            </bdi>
          )}
          <span className="school-person-about small">Has access</span>
        </p>
        {!isOnly && (
          <Button
            look="quiet"
            id={`remove-${uuid}`}
            onClick={() => {
              setFailure(null)
              setAsked(uuid)
            }}
          >
            {isUser ? 'Leave' : 'Remove'}
            <span className="visually-hidden">{isUser ? ' this school' : ` ${name}`}</span>
          </Button>
        )}
      </li>
    )
  }

  function invitationEntry(invitation: SchoolInvitation) {
    const { id: invitationId, email, sentAt } = invitation
    const hidden = <span className="visually-hidden"> the invitation to {email}</span>
    return (
      <li key={invitationId} className="school-person">
        <p>
          <bdi dir="ltr">{email}</bdi>
          <span className="school-person-about small">
            Invited {agoText(toBrowserTime(sentAt))}, not accepted yet
          </span>
        </p>
        <div className="facts-answers">
          <Button
            look="quiet"
            busyText={busy === `send ${invitationId}` ? 'Sending…' : null}
            onClick={() => invite(email, `send ${invitationId}`)}
          >
            Send again{hidden}
          </Button>
          <Button
            look="quiet"
            busyText={busy === `withdraw ${invitationId}` ? 'Withdrawing…' : null}
            onClick={() => withdraw(invitation)}
          >
            Withdraw{hidden}
          </Button>
        </div>
      </li>
    )
  }

  function startInviting(): void {
    setFailure(null)
    setAsked(null)
    setInviting(true)
  }

  function invite(email: string, kind = 'invite'): void {
    if (busy !== null) return
    run(
      kind,
      () => call(inviteToSchool, { params: { id }, body: { email } }),
      ({ email: invited }) => {
        setInviting(false)
        finish(`We’ve emailed an invitation to ${invited}.`)
        invitations.load()
      },
    )
  }

  function withdraw({ id: invitationId, email }: SchoolInvitation): void {
    if (busy !== null) return
    run(
      `withdraw ${invitationId}`,
      () => call(withdrawSchoolInvitation, { params: { id, invitationId } }),
      () => {
        finish(`The invitation to ${email} is withdrawn.`)
        invitations.load()
      },
    )
  }

  function remove({ uuid, fullName, email }: SchoolUser): void {
    run(
      'remove',
      () => call(removeSchoolUser, { params: { id, userId: uuid } }),
      () => {
        if (uuid === user.uuid) return onLeft()
        setAsked(null)
        finish(`${fullName || email || 'This person'} no longer has access.`)
        people.load()
        invitations.load()
      },
    )
  }

  function finish(text: string): void {
    section.showChange(text)
    document.getElementById(titleId)?.focus()
  }
}
