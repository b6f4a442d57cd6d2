import { allPages } from '@foyer/contract/lists/paging'
import { platformRow } from '@foyer/contract/platforms'
import { listEmails } from '@foyer/contract/profile/emails'
import { listPhones } from '@foyer/contract/profile/phones'
import { listNewSignIns } from '@foyer/contract/routes/sign-ins'
import { listReceivedInvitations } from '@foyer/contract/schools/school-people'
import { listSchools } from '@foyer/contract/schools/school-routes'
import { type ReactNode, useState } from 'react'
import { usePage } from '../platforms/page-context.ts'
import { callOwn } from '../session/own-call.ts'
import { Button } from '../ui/feedback/button.tsx'
import { announce } from '../ui/feedback/live-regions.tsx'
import { type OwnContact, textOf } from './contacts/contact-kinds.ts'
import { groupSignIns, NewSignInTask, type SignInGroup } from './new-sign-in.tsx'
import { useLoaded, useLoadedBy } from './use-loaded.ts'

/** What the user should do: a link and why. */
type Task = { id: string; path: string; text: ReactNode; why: string }

/** Questions about new sign-ins before the button that shows the others. */
const firstQuestions = 1

type AttentionProps = { onSignedOut: () => void; leaveIfEnded: (sentence: string) => boolean }

/**
 * Names what the user should do for the account. Shows nothing if there is nothing to do, or without an answer: the sections
 * say what failed.
 */
export function Attention({ onSignedOut, leaveIfEnded }: AttentionProps) {
  const { platform } = usePage()
  // Only users of platforms with the navigation of schools have schools.
  const hasSchools = platformRow(platform).navigation === 'school'
  const { data: signIns, setData: setSignIns } = useLoaded(listNewSignIns, {}, leaveIfEnded)
  const [showsAll, setShowsAll] = useState(false)
  const groups = groupSignIns(signIns ?? [])
  const asked = groups.slice(0, showsAll ? undefined : firstQuestions)
  const hidden = groups.length - asked.length
  const { data: emails } = useLoaded(listEmails, {}, leaveIfEnded)
  const { data: phones } = useLoaded(listPhones, {}, leaveIfEnded)
  const rejected = { query: { page: String(allPages), status: 'rejected' } } as const
  const { data: schools } = useLoadedBy(
    async (signal) => (hasSchools ? callOwn(platform, listSchools, rejected, { signal }) : nothing),
    leaveIfEnded,
  )
  const { data: invitations } = useLoadedBy(
    async (signal) => (hasSchools ? callOwn(platform, listReceivedInvitations, {}, { signal }) : nothing),
    leaveIfEnded,
  )
  const contacts: readonly OwnContact[] = [...(emails ?? []), ...(phones ?? [])]
  const tasks = [
    ...(invitations ?? []).map(invitationTask),
    ...(schools ?? []).map(schoolTask),
    ...contacts
      .filter(({ isVerified }) => !isVerified)
      .map((contact) => contactTask(contact, !contacts.some(({ isVerified }) => isVerified))),
  ]
  if (tasks.length === 0 && asked.length === 0) return null
  return (
    <section className="attention" aria-labelledby="attention-title">
      <h2 id="attention-title" tabIndex={-1}>
        To do
      </h2>
      <ul>
        {asked.map((group) => (
          <NewSignInTask
            key={group.key}
            group={group}
            onConfirmed={() => confirmed(group)}
            onSignedOut={onSignedOut}
          />
        ))}
        {hidden > 0 && (
          <li>
            <Button look="quiet" onClick={showAll}>
              {`Show ${hidden} more`}
              <span className="visually-hidden">{hidden === 1 ? ' question' : ' questions'}</span>
            </Button>
          </li>
        )}
        {tasks.map(({ id, path, text, why }) => {
          const [page = '', fragment = ''] = path.split('#')
          return (
            <li key={id}>
              <a href={`${page}?platform=${platform}${fragment && `#${fragment}`}`}>{text}</a>
              <span className="small">{why}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )

  function showAll(): void {
    setShowsAll(true)
    focusTitle()
  }

  /** The focus moves to the rest of the list or, after its last entry, to the title of the page. */
  function confirmed({ signIns: answered }: SignInGroup): void {
    if (signIns) setSignIns(signIns.filter((signIn) => !answered.includes(signIn)))
    announce('Thank you. We won’t ask about this browser again.')
    focusTitle()
  }
}

function focusTitle(): void {
  requestAnimationFrame(() =>
    (document.getElementById('attention-title') ?? document.getElementById('title'))?.focus(),
  )
}

const nothing = { isSuccessful: true as const, data: [] }

/** A user signs in with the contact of the sign-up while no contact is verified. */
function contactTask(contact: OwnContact, isNoneVerified: boolean): Task {
  const text = (
    <>
      Verify <bdi dir="ltr">{textOf(contact)}</bdi>
    </>
  )
  return {
    id: contact.id,
    path: '/account/contacts',
    text,
    why:
      contact.isPrimary && isNoneVerified
        ? 'This shows us that it’s yours.'
        : 'Until then you can’t sign in with it.',
  }
}

function schoolTask({ id, name }: { id: string; name: string }): Task {
  const text = (
    <>
      Correct what <bdi>{name}</bdi> says
    </>
  )
  return {
    id,
    path: `/account/school#${id}`,
    text,
    why: 'We checked your school and couldn’t verify it yet.',
  }
}

function invitationTask({ id, schoolName }: { id: string; schoolName: string }): Task {
  const text = (
    <>
      Answer the invitation to <bdi>{schoolName}</bdi>
    </>
  )
  return { id, path: '/account/school', text, why: 'You see the school once you have accepted.' }
}
