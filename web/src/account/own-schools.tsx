import { allPages } from '@foyer/contract/lists/paging'
import type { SchoolStatus } from '@foyer/contract/school-types'
import { getSchool, listSchools } from '@foyer/contract/schools/school-routes'
import { useEffect, useEffectEvent, useState } from 'react'
import { toBrowserTime } from '../api/server-clock.ts'
import { usePage } from '../platforms/page-context.ts'
import { Button, ButtonLink } from '../ui/feedback/button.tsx'
import { Fact } from './fact.tsx'
import { checkText } from './school/check-day.ts'
import { StatePill } from './state-pill.tsx'
import { useOwnCall } from './use-own-call.ts'

type OwnSchool = {
  id: string
  name: string
  status: SchoolStatus
  /** The verifiers' reason for rejecting the school. */
  statusReason: string | null
  /** The time since which the school waits for a decision. */
  submittedAt?: string | null | undefined
}

export type OwnSchoolsProps = {
  email: string | null
  onSignedOut: () => void
}

/** Lists the user's schools and the status of each verification. */
export function OwnSchools({ email, onSignedOut }: OwnSchoolsProps) {
  const [schools, setSchools] = useState<OwnSchool[] | 'unknown'>([])
  const { platform } = usePage()
  const { call } = useOwnCall(onSignedOut)
  const load = useEffectEvent(readList)
  useEffect(() => {
    load()
  }, [])

  if (schools !== 'unknown' && schools.length === 0) return null
  return (
    <section className="own-schools" aria-labelledby="own-schools-title">
      <h2 id="own-schools-title">
        {schools !== 'unknown' && schools.length === 1 ? 'Your school' : 'Your schools'}
      </h2>
      <dl className="facts facts-named">
        {schools === 'unknown' ? (
          <Fact
            label="Schools"
            value={<span className="facts-none">Could not be loaded</span>}
            action={
              <Button look="quiet" onClick={readList}>
                Try again<span className="visually-hidden"> to load your schools</span>
              </Button>
            }
          />
        ) : (
          schools.map((school) => (
            <Fact
              key={school.id}
              label={school.name}
              value={<StatePill status={school.status}>{stateOf(school)}</StatePill>}
              note={noteOf(school, email)}
              action={
                <ButtonLink look="quiet" href={`/account/school?platform=${platform}#${school.id}`}>
                  {school.status === 'rejected' ? 'Correct' : 'Open'}
                  <span className="visually-hidden"> {school.name}</span>
                </ButtonLink>
              }
            />
          ))
        )}
      </dl>
    </section>
  )

  async function readList(): Promise<void> {
    const answer = await call(listSchools, { query: { page: String(allPages) } })
    // The account page itself detects that the session has ended.
    if (answer === 'reloading') return
    setSchools(answer.isSuccessful ? await Promise.all(answer.data.map(withDetails)) : 'unknown')
  }

  /** Adds what only the record of a school has: the reason of a rejection, and how long the school waits. */
  async function withDetails({
    id,
    name,
    status,
  }: Pick<OwnSchool, 'id' | 'name' | 'status'>): Promise<OwnSchool> {
    const answer = status !== 'verified' ? await call(getSchool, { params: { id } }) : null
    const isRead = answer !== null && answer !== 'reloading' && answer.isSuccessful
    const { statusReason, submittedAt } = isRead ? answer.data : { statusReason: null, submittedAt: null }
    return { id, name, status, statusReason, submittedAt }
  }
}

function stateOf({ status, statusReason, submittedAt }: OwnSchool): string {
  if (status === 'verified') return 'Verified'
  if (status === 'unverified') return submittedAt ? checkText(toBrowserTime(submittedAt)) : 'In checking'
  return statusReason ? 'Correct this' : 'Not verified'
}

function noteOf({ status, statusReason }: OwnSchool, email: string | null): string | null {
  if (status === 'verified') return null
  if (status === 'unverified') return email && `We’ll write to ${email}.`
  return statusReason ? `“${statusReason}”` : 'Ask us what to correct.'
}
