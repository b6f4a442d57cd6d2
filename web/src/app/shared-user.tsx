import { platforms } from '@foyer/contract/platforms'
import { usePage } from '../platforms/page-context.ts'
import { confirmLogout } from '../session/logout-confirmation.ts'
import { readStoredAuth } from '../session/stored-auth.ts'
import './shared-user.css'

/** Names the signed-in user of a shared computer, and signs everybody out with one tap. */
export function SharedUser() {
  const { platform } = usePage()
  const auth = [platform, ...platforms].map(readStoredAuth).find(Boolean)
  return (
    <>
      <span>
        You are <bdi>{auth?.user.fullName || auth?.user.email || 'signed in'}</bdi>.
      </span>{' '}
      <a href={`/logout-everywhere?platform=${platform}`} onClick={confirmLogout}>
        Not you? Sign out everywhere here
      </a>
    </>
  )
}
