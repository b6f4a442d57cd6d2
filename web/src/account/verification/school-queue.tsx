import type { Country } from '@foyer/contract/routes/reference'
import {
  checkWorkingDays,
  type SchoolStatus,
  schoolStatuses,
  schoolTypeNames,
} from '@foyer/contract/school-types'
import type { ListedSchool } from '@foyer/contract/schools/school-fields'
import { schoolNameMaxLength } from '@foyer/contract/shared-values'
import { type ReactNode, useEffect, useId } from 'react'
import { toBrowserTime } from '../../api/server-clock.ts'
import type { List } from '../../flow/form/use-list.ts'
import { agoText, waitText } from '../../flow/time-text.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { EndOfList } from '../end-of-list.tsx'
import { checkDay } from '../school/check-day.ts'
import { SchoolSeal } from '../school/school-check.tsx'
import { SchoolLogo } from '../school-logo.tsx'
import { PartLoading } from '../section-part.tsx'
import { type PillTone, StatePill } from '../state-pill.tsx'
import { SchoolState, stateNames } from './school-state.tsx'
import { orderOf, type Queue } from './use-school-queue.ts'

/** The school that was opened last, and where the list was scrolled then. */
export type Opened = { id: string | null; scrollY: number }

type SchoolQueueProps = {
  queue: Queue
  countries: List<Country>
  opened: Opened
  onOpen: (id: string) => void
}

const searchName = 'school-name'
/** A school that waits for this many working days is late. */
const lateWorkingDays = 5

/** Lists schools, at first those that wait for a decision, the longest wait first. More are loaded when the end of the list comes into view. */
export function SchoolQueue({ queue, countries, opened, onOpen }: SchoolQueueProps) {
  const { filter, total, choose, listed, isComplete, hasMore, failure, loadMore } = queue
  const { search, status, countryId } = filter
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is shown again once.
  useEffect(() => {
    const entry = opened.id === null ? null : document.getElementById(`school-${opened.id}`)
    if (!entry) return
    scrollTo(0, opened.scrollY)
    // Another school may have been decided on since, which is outside the view.
    entry.focus()
  }, [])
  const countryNames = new Map(countries.items.map(({ id, name }) => [id, name]))
  const isWaitingList = status === 'unverified' && search === '' && countryId === ''
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: older browsers do not know the element search. */}
      <form
        role="search"
        aria-label="Schools"
        className="school-filters"
        onSubmit={(event) => {
          event.preventDefault()
          choose({ search: String(new FormData(event.currentTarget).get(searchName)).trim() })
        }}
      >
        <div className="school-search">
          <TextField
            name={searchName}
            label="Name of the school"
            defaultValue={search}
            maxLength={schoolNameMaxLength}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
          />
          <Button type="submit" look="secondary">
            Search
          </Button>
        </div>
        <Filter label="Status" value={status} onChoose={(value) => choose({ status: value as SchoolStatus })}>
          {schoolStatuses.map((value) => (
            <option key={value} value={value}>
              {stateNames[value]}
            </option>
          ))}
          <option value="">All</option>
        </Filter>
        <Filter label="Country" value={countryId} onChoose={(value) => choose({ countryId: value })}>
          <option value="">All</option>
          {countries.items.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Filter>
      </form>
      <div className="school-count" role="status">
        {listed.length > 0 && (
          <p className="small">{countText(listed.length, isComplete ? null : total, orderOf(status))}</p>
        )}
        {isComplete &&
          listed.length === 0 &&
          (isWaitingList ? (
            <div className="empty-state">
              <SchoolSeal status="verified" />
              <p className="empty-state-title">All schools are checked</p>
              <p>New schools appear here when they register or change their name or place.</p>
            </div>
          ) : (
            <p className="small">
              No school matches. Try the beginning of another word, another status or all countries.
            </p>
          ))}
      </div>
      {listed.length > 0 && (
        <ul className="schools" aria-label="Schools">
          {listed.map((school) => (
            <SchoolEntry
              key={school.id}
              school={school}
              country={countryNames.get(school.countryId)}
              isWaitingList={orderOf(status) === 'waiting'}
              onOpen={() => onOpen(school.id)}
            />
          ))}
        </ul>
      )}
      {hasMore && <EndOfList onNear={loadMore} />}
      {!isComplete && !hasMore && (
        <PartLoading
          what={listed.length > 0 ? 'more schools' : 'schools'}
          failure={failure}
          load={loadMore}
        />
      )}
    </>
  )
}

/** `total` is null if all schools are listed. */
function countText(count: number, total: number | null, order: ReturnType<typeof orderOf>): string {
  const words = order === 'waiting' ? 'the longest wait first' : 'by name'
  if (total !== null && total > count) return `The first ${count} of ${total} schools, ${words}`
  return count === 1 ? '1 school' : `${count} schools, ${words}`
}

type FilterProps = { label: string; value: string; onChoose: (value: string) => void; children: ReactNode }

/** Renders a choice that applies at once. */
function Filter({ label, value, onChoose, children }: FilterProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="field-input" value={value} onChange={({ target }) => onChoose(target.value)}>
        {children}
      </select>
    </div>
  )
}

type SchoolEntryProps = {
  school: ListedSchool
  country: string | undefined
  /** All schools of the list wait, so the wait takes the place of the status. */
  isWaitingList: boolean
  onOpen: () => void
}

function SchoolEntry({ school, country, isWaitingList, onOpen }: SchoolEntryProps) {
  const { id, name, type, logo, status, createdAt, submittedAt = createdAt } = school
  const wait = <time dateTime={submittedAt}>{waitText(toBrowserTime(submittedAt))}</time>
  return (
    <li className="school-entry">
      <SchoolLogo logo={logo} />
      <h2>
        <a
          id={`school-${id}`}
          href={`#${id}`}
          onClick={(event) => {
            event.preventDefault()
            onOpen()
          }}
        >
          {name}
        </a>
      </h2>
      <p className="small">
        {schoolTypeNames[type]}
        {country && `, ${country}`}
      </p>
      <p className="small">
        {status === 'unverified' && !isWaitingList ? (
          wait
        ) : (
          <>
            Registered <time dateTime={createdAt}>{agoText(toBrowserTime(createdAt))}</time>
          </>
        )}
      </p>
      {isWaitingList ? (
        <p className="school-state">
          <StatePill status={status} tone={toneOfWait(toBrowserTime(submittedAt))}>
            {wait}
          </StatePill>
        </p>
      ) : (
        <p className="school-state">
          <SchoolState status={status} />
        </p>
      )}
    </li>
  )
}

/** On the last working day of the check the wait is amber, from the fifth red. */
function toneOfWait(submittedMs: number): PillTone {
  const day = checkDay(submittedMs, Date.now(), lateWorkingDays)
  return day >= lateWorkingDays ? 'error' : day >= checkWorkingDays ? 'warning' : 'neutral'
}
