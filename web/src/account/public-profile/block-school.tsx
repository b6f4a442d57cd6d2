import {
  addBlock,
  type Block,
  listSchoolsToBlock,
  type SchoolToBlock,
} from '@foyer/contract/profile/block-list'
import { schoolNameMaxLength } from '@foyer/contract/shared-values'
import { type FormEvent, useState } from 'react'
import { FailureNotice } from '../../flow/form/failure-notice.tsx'
import { usePage } from '../../platforms/page-context.ts'
import { callOwn } from '../../session/own-call.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { FieldErrors } from '../../ui/fields/field-frame.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { EndOfList } from '../end-of-list.tsx'
import { PartLoading } from '../section-part.tsx'
import { useOwnCall } from '../use-own-call.ts'
import { usePagedList } from '../use-paged-list.ts'
import type { Section } from '../use-section.ts'

const name = 'block-school'

type BlockSchoolProps = { blocked: readonly Block[]; onBlocked: (block: Block) => void; section: Section }

/** Searches verified schools by name, and blocks them. */
export function BlockSchool({ blocked, onBlocked, section }: BlockSchoolProps) {
  const { platform } = usePage()
  const [search, setSearch] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const schools = usePagedList<SchoolToBlock>(
    search,
    (page, signal) => callOwn(platform, listSchoolsToBlock, { query: { ...page, search } }, { signal }),
    section.leaveIfEnded,
  )

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get(name)).trim()
    setErrors(typed ? {} : { [name]: 'Enter the name of the school' })
    if (!typed) document.getElementById(name)?.focus()
    else setSearch(typed)
  }

  return (
    <div className="block-form">
      {/* biome-ignore lint/a11y/useSemanticElements: older browsers do not know the element search. */}
      <form role="search" aria-label="Schools to block" noValidate onSubmit={submit}>
        <h3>Block a school</h3>
        <FieldErrors value={errors}>
          <div className="block-fields">
            <TextField
              name={name}
              label="Name of the school"
              maxLength={schoolNameMaxLength}
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="search"
            />
            <Button type="submit" look="secondary">
              Search
            </Button>
          </div>
        </FieldErrors>
      </form>
      <p className="small" role="status">
        {search && schools.isComplete && schools.listed.length === 0 && 'No verified school has such a name.'}
      </p>
      {schools.listed.length > 0 && (
        <ul className="blocks" aria-label="Schools found">
          {schools.listed.map((school) => (
            <FoundSchool
              key={school.id}
              school={school}
              isBlocked={blocked.some(({ schoolId }) => schoolId === school.id)}
              onBlocked={onBlocked}
              onSignedOut={section.leave}
            />
          ))}
        </ul>
      )}
      {schools.hasMore && <EndOfList onNear={schools.loadMore} />}
      {search && !schools.isComplete && !schools.hasMore && (
        <PartLoading what="schools" failure={schools.failure} load={schools.loadMore} />
      )}
    </div>
  )
}

type FoundSchoolProps = {
  school: SchoolToBlock
  isBlocked: boolean
  onBlocked: (block: Block) => void
  onSignedOut: () => void
}

function FoundSchool({ school, isBlocked, onBlocked, onSignedOut }: FoundSchoolProps) {
  const { busy, failure, call, run, repeat } = useOwnCall<'blocking'>(onSignedOut)
  return (
    <li>
      <div>
        <p>
          <bdi>{school.name}</bdi>
        </p>
        {school.place && <p className="small">{school.place}</p>}
      </div>
      {isBlocked ? (
        <p>Blocked</p>
      ) : (
        <Button
          look="quiet"
          busyText={busy && 'Blocking…'}
          onClick={() => run('blocking', () => call(addBlock, { body: { schoolId: school.id } }), onBlocked)}
        >
          Block<span className="visually-hidden"> {school.name}</span>
        </Button>
      )}
      {failure && <FailureNotice failure={failure} onOnline={repeat} />}
    </li>
  )
}
