import { allPages } from '@foyer/contract/lists/paging'
import type { ReactPageName } from '@foyer/contract/pages'
import { listReachableSchools } from '@foyer/contract/schools/school-access'
import type { ListedSchool } from '@foyer/contract/schools/school-fields'
import { usePage } from '../../platforms/page-context.ts'
import type { StoredUser } from '../../session/stored-auth.ts'
import { ButtonLink } from '../../ui/feedback/button.tsx'
import { SchoolLogo } from '../school-logo.tsx'
import { SectionCard } from '../section-card.tsx'
import { PartLoading } from '../section-part.tsx'
import { StatePill } from '../state-pill.tsx'
import { useLoaded } from '../use-loaded.ts'
import { type Section, useSection } from '../use-section.ts'
import { OwnSchool } from './own-school.tsx'
import { ReceivedInvitations } from './received-invitations.tsx'

const page: ReactPageName = 'account-school'

/** Shows the user's school. A user with several schools chooses one, which the fragment of the address names. */
export function SchoolPage() {
  const section = useSection(page)
  const { user } = section
  if (!user) return <SectionCard {...{ page, section }}>{null}</SectionCard>
  return <Schools key={user.uuid} {...{ user, section }} />
}

type SchoolsProps = { user: StoredUser; section: Section }

function Schools({ user, section }: SchoolsProps) {
  const { fragment, leaveIfEnded } = section
  const given = { query: { page: String(allPages) } }
  const { data: schools, failure, load } = useLoaded(listReachableSchools, given, leaveIfEnded)
  const [only] = schools?.length === 1 ? schools : []
  const invitations = (
    <ReceivedInvitations
      section={section}
      onAccepted={({ id, name }) => {
        load()
        section.changeForm(id)
        section.showChange(`You now have access to ${name}.`)
      }}
    />
  )
  const chosen = only ?? schools?.find(({ id }) => id === fragment)
  if (chosen)
    return (
      <OwnSchool
        key={chosen.id}
        {...{ user, section, invitations }}
        id={chosen.id}
        isOnly={only !== undefined}
        onLeft={(name) => {
          load()
          section.finish(`You have left ${name}.`)
        }}
      />
    )
  return (
    <SectionCard
      {...{ page, section }}
      title={schools && schools.length > 1 ? 'Your schools' : 'Your school'}
      lead={schools && schools.length > 1 ? 'Choose the school that you want to see.' : undefined}
    >
      {schools && invitations}
      {!schools && <PartLoading what="your schools" {...{ failure, load }} />}
      {schools?.length === 0 && <NoSchool />}
      {schools && schools.length > 1 && (
        <ul className="schools" aria-label="Your schools">
          {schools.map((school) => (
            <SchoolChoice key={school.id} school={school} onOpen={() => section.openForm(school.id)} />
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

function NoSchool() {
  const { platform, paths } = usePage()
  return (
    <>
      <p>
        You have no school yet. Register one, or ask a colleague whose school is here already to invite you.
      </p>
      <ButtonLink href={`${paths.signUp}?platform=${platform}`}>Register a school</ButtonLink>
    </>
  )
}

type SchoolChoiceProps = { school: ListedSchool; onOpen: () => void }

function SchoolChoice({ school: { id, name, logo, status }, onOpen }: SchoolChoiceProps) {
  return (
    <li className="school-entry">
      <SchoolLogo logo={logo} />
      <h2>
        <a
          href={`#${id}`}
          onClick={(event) => {
            event.preventDefault()
            onOpen()
          }}
        >
          {name}
        </a>
      </h2>
      <p>
        <StatePill status={status}>{choiceTexts[status]}</StatePill>
      </p>
    </li>
  )
}

const choiceTexts = {
  verified: 'Verified',
  unverified: 'In checking',
  rejected: 'To correct',
} as const
