import { listEmails, type OwnEmail } from '@foyer/contract/profile/emails'
import { useEffect, useState } from 'react'
import { usePage } from '../platforms/page-context.ts'
import { callSignedIn } from '../session/signed-in-call.ts'

/** Names what the user should do for the account. Shows nothing if there is nothing to do. */
export function Attention() {
  const { platform } = usePage()
  const [unverified, setUnverified] = useState<OwnEmail[]>([])
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    // Without an answer there is nothing to name; the section of the contacts says what failed.
    callSignedIn(platform, listEmails, {}, { reload: false, signal }).then(
      (answer) => {
        if (answer === 'reloading' || signal.aborted || !answer.isSuccessful) return
        setUnverified(answer.data.filter(({ isVerified }) => !isVerified))
      },
      () => {},
    )
    return () => leaving.abort()
  }, [platform])
  if (unverified.length === 0) return null
  return (
    <section className="attention" aria-labelledby="attention-title">
      <h2 id="attention-title">To do</h2>
      <ul>
        {unverified.map(({ id, email }) => (
          <li key={id}>
            <a href={`/account/contacts?platform=${platform}`}>
              Verify <bdi dir="ltr">{email}</bdi>
            </a>
            <span className="small">Until then you can’t sign in with it.</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
