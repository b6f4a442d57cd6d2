import type { SchoolPart } from '@foyer/contract/school-types'
import type { School } from '@foyer/contract/schools/school-fields'
import { changeSchool, getSchool } from '@foyer/contract/schools/school-routes'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Failure, Success } from '../../api/failure.ts'
import { usePage } from '../../platforms/page-context.ts'
import { callOwn } from '../../session/own-call.ts'
import type { StoredUser } from '../../session/stored-auth.ts'
import type { Content } from '../profile/profile-fields.ts'
import type { Target } from '../profile/profile-form.tsx'
import { SectionCard } from '../section-card.tsx'
import { PartLoading } from '../section-part.tsx'
import { useLoadedBy } from '../use-loaded.ts'
import type { Section } from '../use-section.ts'
import { CorrectionForm } from './correction-form.tsx'
import { OwnLogo } from './own-logo.tsx'
import { SchoolCheck } from './school-check.tsx'
import { SchoolFacts } from './school-facts.tsx'
import { bodyOfContent, contentOfSchool } from './school-parts.ts'
import { SchoolPeople } from './school-people.tsx'

type OwnSchoolProps = {
  id: string
  user: StoredUser
  section: Section
  /** The user has no other school. */
  isOnly: boolean
  /** Invitations to further schools. */
  invitations: ReactNode
  /** Called with the name of the school when the user has left it. */
  onLeft: (name: string) => void
}

/** A school with the ETag of what is shown. */
type Version = { school: School; version: string | undefined }

/** Shows one school of the user: how far its check is, what it says, its logo, its people. */
export function OwnSchool({ id, user, section, isOnly, invitations, onLeft }: OwnSchoolProps) {
  const { platform } = usePage()
  const [isGone, setGone] = useState(false)
  const [open, setOpen] = useState<SchoolPart | null>(null)
  const params = { id }
  const { data, setData, failure, load } = useLoadedBy<Version>(async (signal) => {
    const answer = await callOwn(platform, getSchool, { params }, { signal })
    if (answer === 'reloading' || !answer.isSuccessful) return answer
    return { isSuccessful: true, data: { school: answer.data, version: answer.version } }
  }, section.leaveIfEnded)
  /** The last answer about the school. */
  const latest = useRef<Version | null>(null)
  const target: Target<Content> = {
    kind: 'version',
    read: async (call) => asContent(await call(getSchool, { params })),
    replace: async (call, body, current, version) => {
      const given = { params, body: bodyOfContent({ ...current, ...body }) }
      return asContent(await call(changeSchool, given, version === undefined ? {} : { ifMatch: version }))
    },
    add: null,
  }
  const form = { user, target, onSignedOut: section.leave, onTheirs: () => showLatest(null) }
  const { school } = data ?? {}
  const waits = school?.status === 'unverified'
  const loadAgain = useEffectEvent(load)
  // The verifier decides while the page is open in another tab.
  useEffect(() => {
    if (!waits) return
    const look = () => document.visibilityState === 'visible' && loadAgain()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [waits])
  return (
    <SectionCard
      page="account-school"
      title={school?.name ?? 'Your school'}
      eyebrow={isOnly ? null : <SchoolsLink onLeave={section.closeForm} />}
      section={section}
    >
      {isGone || failure?.statusCode === 404 ? (
        <p>You no longer have access to this school. Ask its other users, if you don’t know why.</p>
      ) : school && data ? (
        <>
          {invitations}
          <SchoolCheck school={school} email={user.email} />
          {school.status === 'rejected' && (
            <CorrectionForm
              key={`${school.decidedAt} ${school.updatedAt}`}
              {...{ school, form }}
              onSaved={() => showLatest('correction')}
            />
          )}
          <OwnLogo
            shown={data}
            onChanged={(changed, text) => {
              setData(changed)
              if (text) section.showChange(text)
            }}
            onSignedOut={section.leave}
          />
          <SchoolFacts
            {...{ school, form, open, setOpen }}
            onSaved={() => {
              setOpen(null)
              showLatest('change')
            }}
          />
          <SchoolPeople {...{ id, user, section }} onLeft={() => onLeft(school.name)} />
        </>
      ) : (
        <PartLoading what="your school" {...{ failure, load }} />
      )}
    </SectionCard>
  )

  /** Notes the school for the page. A form works with its content. */
  function asContent(
    answer: Success<School> | Failure | 'reloading',
  ): Success<Content> | Failure | 'reloading' {
    if (answer === 'reloading') return answer
    if (!answer.isSuccessful) {
      if (answer.statusCode !== 404) return answer
      setGone(true)
      return 'reloading'
    }
    latest.current = { school: answer.data, version: answer.version }
    return { ...answer, data: contentOfSchool(answer.data) }
  }

  function showLatest(kind: 'correction' | 'change' | null): void {
    const before = school
    if (!latest.current) return
    setData(latest.current)
    if (kind === null || !before) return
    section.showChange(changeText(before, latest.current.school))
    document.getElementById('title')?.focus()
  }
}

function changeText(before: School, { status, updatedAt }: School): string {
  if (updatedAt === before.updatedAt)
    return before.status === 'rejected'
      ? 'You changed nothing, so we don’t check your school again.'
      : 'Nothing to save.'
  return status === before.status ? 'Saved.' : 'Saved. We check your school again.'
}

function SchoolsLink({ onLeave }: { onLeave: () => void }) {
  const { platform } = usePage()
  return (
    <a
      className="profile-back back-link"
      href={`/account/school?platform=${platform}`}
      onClick={(event) => {
        event.preventDefault()
        onLeave()
      }}
    >
      Your schools
    </a>
  )
}
