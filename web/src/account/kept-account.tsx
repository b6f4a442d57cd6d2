import { getDeletion } from '@foyer/contract/routes/account-deletion'
import { useEffect, useState } from 'react'
import { dateText } from '../flow/time-text.ts'
import { usePage } from '../platforms/page-context.ts'
import { callSignedIn } from '../session/signed-in-call.ts'
import { announce } from '../ui/feedback/live-regions.tsx'

const title = 'Your account is not deleted any more, because you signed in.'

/** Tells users that their sign-in has cancelled the deletion of the account. Shows nothing to everyone else. */
export function KeptAccount() {
  const { platform } = usePage()
  const [requestedAt, setRequestedAt] = useState<string | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    // Without an answer there is nothing to tell; a mail says the same.
    callSignedIn(platform, getDeletion, {}, { reload: false, signal }).then(
      (answer) => {
        if (answer === 'reloading' || signal.aborted || !answer.isSuccessful) return
        setRequestedAt(answer.data.requestedAt)
        if (answer.data.requestedAt) announce(title)
      },
      () => {},
    )
    return () => leaving.abort()
  }, [platform])
  if (!requestedAt) return null
  return (
    <div className="notice notice-banner">
      <p>
        {title} You asked us to delete it on {dateText(Date.parse(requestedAt))}.
      </p>
    </div>
  )
}
