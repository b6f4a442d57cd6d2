import { allPages } from '@foyer/contract/lists/paging'
import type { SchoolStatus } from '@foyer/contract/school-types'
import { getSchool, listSchools } from '@foyer/contract/schools/school-routes'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../ui/feedback/button.tsx'
import { Fact } from './account-facts.tsx'
import { useOwnCall } from './use-own-call.ts'

type OwnSchool = {
  id: string
  name: string
  status: SchoolStatus
  /** The verifiers' reason for rejecting the school. */
  statusReason: string | null
}

export type OwnSchoolsProps = {
  email: string | null
  onSignedOut: () => void
}

/** Lists the user's schools and the status of each verification. */
export function OwnSchools({ email, onSignedOut }: OwnSchoolsProps) {
  const [schools, setSchools] = useState<OwnSchool[] | 'unknown'>([])
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
    <Fact key={school.id} label="School" value={school.name} note={noteOf(school, email)} />
  ))

  async function readList(): Promise<void> {
    const answer = await call(listSchools, { query: { page: String(allPages) } })
    // The account page itself detects that the session has ended.
    if (answer === 'reloading') return
    setSchools(answer.isSuccessful ? await Promise.all(answer.data.map(withReason)) : 'unknown')
  }

  /** Adds the reason of a rejection. The list of schools lacks the reason; the record of one school has it. */
  async function withReason({ id, name, status }: Omit<OwnSchool, 'statusReason'>): Promise<OwnSchool> {
    const answer = status === 'rejected' ? await call(getSchool, { params: { id } }) : null
    const isRead = answer !== null && answer !== 'reloading' && answer.isSuccessful
    return { id, name, status, statusReason: isRead ? answer.data.statusReason : null }
  }
}

function noteOf({ status, statusReason }: OwnSchool, email: string | null): string {
  if (status === 'verified') return 'Verified'
  if (status === 'unverified')
    return `Being checked, usually two working days.${email ? ` We’ll write to ${email}.` : ''}`
  return statusReason ? `Correct this: “${statusReason}”` : 'Not verified. Ask us what to correct.'
}
