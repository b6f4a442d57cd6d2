import { allPages } from '@foyer/contract/lists/paging'
import { type Country, listStates } from '@foyer/contract/routes/reference'
import { schoolPartNames, schoolTypeNames } from '@foyer/contract/school-types'
import { listSchoolUsers } from '@foyer/contract/schools/school-access'
import type { School } from '@foyer/contract/schools/school-fields'
import { getSchool } from '@foyer/contract/schools/school-routes'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { toBrowserTime } from '../../api/server-clock.ts'
import { type List, useList } from '../../flow/form/use-list.ts'
import { useTitle } from '../../flow/navigation/use-title.ts'
import { momentText, waitText } from '../../flow/time-text.ts'
import { usePage } from '../../platforms/page-context.ts'
import { callOwn } from '../../session/own-call.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { Banner } from '../../ui/feedback/notice.tsx'
import { Heading } from '../../ui/page/card.tsx'
import { BackToSection } from '../back-to-section.tsx'
import { BrokenAddress } from '../broken-address.tsx'
import { Fact } from '../fact.tsx'
import { SchoolLogo } from '../school-logo.tsx'
import { PartLoading, SectionPart } from '../section-part.tsx'
import { useLoaded, useLoadedBy } from '../use-loaded.ts'
import type { Section } from '../use-section.ts'
import { SchoolDecision } from './school-decision.tsx'
import { SchoolHistory } from './school-history.tsx'
import { SchoolState } from './school-state.tsx'

type SchoolRecordProps = {
  id: string
  /** The name in the list, until the record is loaded. */
  name: string
  countries: List<Country>
  section: Section
  onDecided: (school: School) => void
  onSkip: (() => void) | null
}

/** Shows what one school says about itself, the users who have access to it, the decision, and the history. */
export function SchoolRecord({ id, name, countries, section, onDecided, onSkip }: SchoolRecordProps) {
  const { banner, setBanner, leaveIfEnded } = section
  const { platform } = usePage()
  const { data, failure, load } = useLoadedBy(async (signal) => {
    const given = { params: { id } }
    const answer = await callOwn(platform, getSchool, given, { signal })
    if (answer === 'reloading' || !answer.isSuccessful) return answer
    return { isSuccessful: true as const, data: { school: answer.data, version: answer.version } }
  }, leaveIfEnded)
  const { school, version } = data ?? {}
  /** The record that the service refused to decide on, because it has changed. */
  const [outdated, setOutdated] = useState<School | null>(null)
  const title = school?.name ?? name
  useTitle(title)
  return (
    <>
      <Heading title={title} />
      <div className="stack">
        {banner && <Banner text={banner} onDismiss={() => setBanner(null)} />}
        {school ? (
          <>
            <SchoolFacts school={school} countries={countries} />
            <SchoolUsers id={id} leaveIfEnded={leaveIfEnded} />
            <SectionPart id="decision-title" title="Your decision">
              <SchoolDecision
                {...{ school, version, outdated, onDecided, onSkip }}
                onOutdated={() => {
                  setOutdated(school)
                  load()
                }}
                loading={<PartLoading what="the school again" failure={failure} load={load} />}
                onSignedOut={section.leave}
              />
            </SectionPart>
            <SchoolHistory school={school} leaveIfEnded={leaveIfEnded} />
          </>
        ) : failure?.statusCode === 404 ? (
          <p>This school is no longer here. The user who registered it may have deleted the account.</p>
        ) : (
          <PartLoading what="the school" failure={failure} load={load} />
        )}
        <BackToSection onLeave={section.closeForm} />
      </div>
    </>
  )
}

function SchoolFacts({ school, countries }: { school: School; countries: List<Country> }) {
  const { status, statusReason, partsToCorrect, createdAt, updatedAt, contact, website } = school
  return (
    <dl className="facts school-facts">
      <Fact label="Status" value={<SchoolState status={status} />} note={noteOf(school)} />
      {statusReason !== null && (
        <Fact
          label="Reason"
          value={<Lines text={statusReason} />}
          note={
            partsToCorrect.length > 0
              ? `To correct: ${partsToCorrect.map((part) => schoolPartNames[part]).join(', ')}`
              : null
          }
        />
      )}
      <Fact label="Logo" value={school.logo ? <SchoolLogo logo={school.logo} /> : none('No logo')} />
      <Fact label={schoolPartNames.type} value={schoolTypeNames[school.type]} />
      <Fact label={schoolPartNames.board} value={school.board ?? none()} />
      <PlaceFact school={school} countries={countries} />
      <Fact label="Address" value={school.address === null ? none() : <Lines text={school.address} />} />
      <Fact
        label="Website"
        value={
          website === null ? (
            none()
          ) : (
            <a href={website} target="_blank" rel="noopener noreferrer">
              <BrokenAddress url={website} />
              <span className="visually-hidden"> (opens in a new tab)</span>
            </a>
          )
        }
      />
      <Fact
        label="Contact"
        value={contact ? <Contact contact={contact} /> : none('The contact person’s account was deleted')}
      />
      <Fact
        label="Registered"
        value={<span className="school-moment">{timeText(createdAt)}</span>}
        note={updatedAt === createdAt ? null : `Last changed ${timeText(updatedAt)}`}
      />
    </dl>
  )
}

/** Says since when the school waits, or when it was decided on. */
function noteOf({ status, createdAt, submittedAt = createdAt, decidedAt }: School): string | null {
  if (status === 'unverified') return waitText(toBrowserTime(submittedAt))
  return decidedAt ? `Decided ${timeText(decidedAt)}` : null
}

const timeText = (time: string) => momentText(toBrowserTime(time))
const none = (text = 'Not given') => <span className="facts-none">{text}</span>

function Lines({ text }: { text: string }) {
  return <bdi className="school-lines">{text}</bdi>
}

function Contact({
  contact: { firstName, lastName, email, phone },
}: {
  contact: NonNullable<School['contact']>
}) {
  return (
    <>
      {[firstName, lastName].filter(Boolean).join(' ')}
      {email && (
        <a className="school-contact" href={`mailto:${email}`}>
          <bdi dir="ltr">{email}</bdi>
        </a>
      )}
      {phone && (
        <a className="school-contact" href={`tel:${phone}`}>
          <bdi dir="ltr">{phone}</bdi>
        </a>
      )}
    </>
  )
}

function PlaceFact({
  school: { countryId, stateId },
  countries,
}: {
  school: School
  countries: List<Country>
}) {
  const states = useList(stateId === null ? '' : countryId, (id, signal) =>
    call(listStates, { params: { countryId: id } }, { signal }),
  )
  const lists = stateId === null ? [countries] : [states, countries]
  const failed = lists.filter(({ state }) => state === 'failed')
  if (failed.length > 0)
    return (
      <Fact
        label={schoolPartNames.place}
        value={none('Could not be loaded')}
        action={
          <Button look="quiet" onClick={() => retryAll(failed)}>
            Try again<span className="visually-hidden"> to load the place</span>
          </Button>
        }
      />
    )
  const names = [nameIn(states.items, stateId), nameIn(countries.items, countryId)]
  const isLoaded = lists.every(({ state }) => state === 'ready')
  return (
    <Fact
      label={schoolPartNames.place}
      value={isLoaded ? names.filter(Boolean).join(', ') : none('Loading…')}
    />
  )
}

function retryAll(lists: readonly { retry: () => void }[]): void {
  for (const { retry } of lists) retry()
}

function nameIn(items: readonly { id: string; name: string }[], id: string | null): string | undefined {
  return items.find((item) => item.id === id)?.name
}

type SchoolUsersProps = { id: string; leaveIfEnded: (sentence: string) => boolean }

function SchoolUsers({ id, leaveIfEnded }: SchoolUsersProps) {
  const given = { params: { id }, query: { page: String(allPages) } }
  const { data, failure, load } = useLoaded(listSchoolUsers, given, leaveIfEnded)
  return (
    <SectionPart id="school-users-title" title="People with access">
      {!data && <PartLoading what="the people with access" failure={failure} load={load} />}
      {data?.length === 0 && (
        <p>Nobody has access to this school, so nobody gets an email about your decision.</p>
      )}
      {data && data.length > 0 && (
        <ul className="school-users">
          {data.map(({ uuid, fullName, email, accessSince }) => (
            <li key={uuid}>
              <span>{fullName || 'No name'}</span>
              {email && <bdi dir="ltr">{email}</bdi>}
              <span className="small">Since {timeText(accessSince)}</span>
            </li>
          ))}
        </ul>
      )}
    </SectionPart>
  )
}
