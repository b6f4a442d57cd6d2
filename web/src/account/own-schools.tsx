import { allPages } from '@foyer/contract/lists/paging'
import type { SchoolStatus } from '@foyer/contract/school-types'
import { getSchool, listSchools } from '@foyer/contract/schools/school-routes'
import { useEffect, useEffectEvent, useState } from 'react'
import { toBrowserTime } from '../api/server-clock.ts'
import { usePage } from '../platforms/page-context.ts'
import { Button, ButtonLink } from '../ui/feedback/button.tsx'
import { Fact } from './fact.tsx'
import { checkText } from './school/check-day.ts'
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

  if (schools === 'unknown')
    return (
      <Fact
        label="Schools"
        value={<span className="facts-none">Could not be loaded</span>}
        action={
          <Button look="quiet" onClick={readList}>
            Try again<span className="visually-hidden"> to load your schools</span>
          </Button>
        }
      />
    )
  return schools.map((school) => (
    <Fact
      key={school.id}
      label="School"
      value={school.name}
      note={noteOf(school, email)}
      action={
        <ButtonLink look="quiet" href={`/account/school?platform=${platform}#${school.id}`}>
          {school.status === 'rejected' ? 'Correct' : 'Open'}
          <span className="visually-hidden"> {school.name}</span>
        </ButtonLink>
      }
    />
  ))

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

function noteOf({ status, statusReason, submittedAt }: OwnSchool, email: string | null): string {
  if (status === 'verified') return 'Verified'
  if (status === 'unverified')
    return `${submittedAt ? checkText(toBrowserTime(submittedAt)) : 'In checking'}.${email ? ` We’ll write to ${email}.` : ''}`
  return statusReason ? `Correct this: “${statusReason}”` : 'Not verified. Ask us what to correct.'
}
