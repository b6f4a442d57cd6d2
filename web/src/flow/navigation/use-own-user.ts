import { withQuery } from '@foyer/contract/addresses'
import type { ReactPageName } from '@foyer/contract/pages'
import { platforms } from '@foyer/contract/platforms'
import { useEffect, useEffectEvent, useState } from 'react'
import { usePage } from '../../platforms/page-context.ts'
import { signedOutElsewhere, storeBanner } from '../../session/banner.ts'
import { askToSignIn, staysSignedOut } from '../../session/sign-in-question.ts'
import { readStoredAuth, type StoredUser } from '../../session/stored-auth.ts'
import { navigate } from './navigate.ts'

type OwnUser = {
  /** Null until the page's script has read the session, and while the page is being left. */
  user: StoredUser | null
  /** Leads to sign-in, which returns to the page. */
  leave: () => void
  /** Leaves with this sentence if the session has ended and the page cannot ask the user. Returns whether it leaves. */
  leaveIfEnded: (sentence: string) => boolean
}

/** Reads the signed-in user of a page that only signed-in users see. Everyone else is led to sign-in. */
export function useOwnUser(page: ReactPageName): OwnUser {
  const { platform, paths } = usePage()
  const [user, setUser] = useState<StoredUser | null>(null)

  const readUser = useEffectEvent((event?: Event) => {
    const search = new URLSearchParams(location.search)
    if (!search.has('platform')) {
      // The service does not know which platform this browser is signed in to, so the page looks it up.
      const known = platforms.find(readStoredAuth) ?? platform
      location.replace(withQuery(location.pathname, search, { platform: known }) + location.hash)
      return
    }
    const auth = readStoredAuth(platform)
    if (auth) setUser(auth.user)
    else if (!event) leave()
    else if (staysSignedOut()) askToSignIn()?.catch(() => {})
    else {
      storeBanner(signedOutElsewhere)
      leave()
    }
  })
  useEffect(() => {
    readUser()
    // Another tab may sign out, even while this page is in the back/forward cache.
    addEventListener('storage', readUser)
    addEventListener('pageshow', readUser)
    return () => {
      removeEventListener('storage', readUser)
      removeEventListener('pageshow', readUser)
    }
  }, [])
  return { user, leave, leaveIfEnded }

  function leave(): void {
    navigate(`${paths.signIn}&return=${page}${location.hash}`, platform, { replace: true })
  }

  function leaveIfEnded(sentence: string): boolean {
    if (readStoredAuth(platform) || staysSignedOut()) return false
    storeBanner(sentence)
    leave()
    return true
  }
}
