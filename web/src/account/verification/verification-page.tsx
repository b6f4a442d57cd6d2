import type { ReactPageName } from '@foyer/contract/pages'
import { listCountries } from '@foyer/contract/routes/reference'
import type { School } from '@foyer/contract/schools/school-fields'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { useList } from '../../flow/form/use-list.ts'
import { Card } from '../../ui/page/card.tsx'
import { SectionCard } from '../section-card.tsx'
import { useSection } from '../use-section.ts'
import { type Opened, SchoolQueue } from './school-queue.tsx'
import { SchoolRecord } from './school-record.tsx'
import { useSchoolQueue } from './use-school-queue.ts'

const page: ReactPageName = 'account-verification'

/** Lists the schools to check. The fragment of the address opens one school. */
export function VerificationPage() {
  const section = useSection(page)
  const { user, fragment, leaveIfEnded } = section
  const queue = useSchoolQueue(user?.uuid ?? '', leaveIfEnded)
  const countries = useList(user ? 'all' : '', (_, signal) => call(listCountries, {}, { signal }))
  /** The school that was opened last, whose entry takes the focus when the list is shown again where it was. */
  const opened = useRef<Opened>({ id: null, scrollY: 0 })
  useEffect(() => {
    if (isSchoolId(fragment)) opened.current.id = fragment
  }, [fragment])

  const next = queue.nextOf(fragment)
  // The link to the main content sets another fragment.
  if (user && isSchoolId(fragment))
    return (
      <Card>
        <SchoolRecord
          key={fragment}
          id={fragment}
          name={queue.listed.find(({ id }) => id === fragment)?.name ?? 'School'}
          {...{ section, countries }}
          onDecided={goOn}
          onSkip={next ? () => skipTo(next.id) : null}
        />
      </Card>
    )
  return (
    <SectionCard
      page={page}
      lead="Open a school to see what it says about itself. Then verify it, or refuse it with a reason."
      section={section}
    >
      <SchoolQueue {...{ queue, countries }} opened={opened.current} onOpen={open} />
    </SectionCard>
  )

  function open(id: string): void {
    opened.current = { id, scrollY }
    section.openForm(id)
  }

  /** Leaves a school without a decision. */
  function skipTo(id: string): void {
    section.setBanner(null)
    section.changeForm(id)
    if (queue.hasMore && queue.nextOf(id) === null) queue.loadMore()
  }

  /** Shows the next school that waits, or else the list. */
  function goOn(school: School): void {
    const next = queue.update(school)
    section.showChange(
      `${school.name} is ${school.status === 'verified' ? 'verified' : 'refused'}. We email its users.`,
    )
    section.changeForm(next?.id ?? '')
  }
}

function isSchoolId(fragment: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(fragment)
}
