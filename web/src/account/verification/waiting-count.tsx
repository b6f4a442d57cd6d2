import { listSchools } from '@foyer/contract/schools/school-routes'
import { useEffect, useState } from 'react'
import { fetchWithTotal } from '../../api/fetch-with-total.ts'
import { usePage } from '../../platforms/page-context.ts'
import { callSignedIn } from '../../session/signed-in-call.ts'
import { readStoredAuth } from '../../session/stored-auth.ts'

/** Shows how many schools wait for a decision, in the link to them. Shows nothing without an answer. */
export function WaitingCount() {
  const { platform } = usePage()
  const [total, setTotal] = useState(0)
  useEffect(() => {
    if (!readStoredAuth(platform)) return
    const leaving = new AbortController()
    const options = { signal: leaving.signal, request: fetchWithTotal(setTotal), reload: false }
    const query = { status: 'unverified', page: '1', pageSize: '1' } as const
    callSignedIn(platform, listSchools, { query }, options).catch(() => null)
    return () => leaving.abort()
  }, [platform])
  if (total === 0) return null
  return (
    <span className="waiting-count">
      {total}
      <span className="visually-hidden"> waiting</span>
    </span>
  )
}
