/** Holds what every section of the account shares: its user, the sentence about the last change, and the open form. */
import type { ReactPageName } from '@foyer/contract/pages'
import { useEffect, useState } from 'react'
import { useOwnUser } from '../flow/navigation/use-own-user.ts'
import type { StoredUser } from '../session/stored-auth.ts'
import { announce } from '../ui/feedback/live-regions.tsx'
import { useFragment } from './use-fragment.ts'

export type Section = {
  /** Null until the page's script has read the session, and while the page is being left. */
  user: StoredUser | null
  /** Leads to sign-in, which returns to the section. */
  leave: () => void
  /** Leaves with this sentence if the session has ended and the page cannot ask the user. Returns whether it leaves. */
  leaveIfEnded: (sentence: string) => boolean
  /** The sentence about the last change. */
  banner: string | null
  setBanner: (text: string | null) => void
  /** The fragment of the address, which names a form of the section. */
  fragment: string
  openForm: (fragment: string) => void
  /** Shows another form in place of the open one. */
  changeForm: (fragment: string) => void
  closeForm: () => void
  /** Closes the form and shows the sentence about the change. */
  finish: (text: string) => void
  /** Shows a change of the stored user, and the sentence about it. */
  showChange: (text: string) => void
}

export function useSection(page: ReactPageName): Section {
  const own = useOwnUser(page)
  const [banner, setBanner] = useState<string | null>(null)
  const [fragment, goTo] = useFragment()
  // An effect announces the banner, because the closing form clears all announcements first.
  useEffect(() => {
    if (banner) announce(banner)
  }, [banner])
  return { ...own, banner, setBanner, fragment, openForm, changeForm, closeForm, finish, showChange }

  function openForm(next: string): void {
    setBanner(null)
    goTo(next, 'push')
  }

  function changeForm(next: string): void {
    goTo(next, 'replace')
  }

  function closeForm(): void {
    goTo('', 'replace')
  }

  function finish(text: string): void {
    showChange(text)
    closeForm()
  }

  function showChange(text: string): void {
    // The storage event reaches other tabs only, so this page must update itself.
    dispatchEvent(new Event('storage'))
    setBanner(text)
  }
}
