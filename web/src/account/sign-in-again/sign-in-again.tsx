import type { ReactPageName } from '@foyer/contract/pages'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { readText } from '../../api/storage/browser-storage.ts'
import { authKey, everywhereKey, forgetKey } from '../../api/storage/storage-keys.ts'
import { lazyComponent } from '../../flow/machine/lazy-component.ts'
import { navigate } from '../../flow/navigation/navigate.ts'
import { usePage } from '../../platforms/page-context.ts'
import { signedOutElsewhere, storeBanner } from '../../session/banner.ts'
import { forgetDrafts } from '../../session/logout.ts'
import { setSignInQuestion } from '../../session/sign-in-question.ts'
import { readStoredAuth, type StoredUser } from '../../session/stored-auth.ts'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { findProofs, type KnownProofs } from './find-proofs.ts'
import { keepWords, restoreWords } from './kept-words.ts'

const dialog = lazyComponent(() => import('./sign-in-again-dialog.tsx'), 'SignInAgainDialog')

type Question = KnownProofs & {
  user: StoredUser
  /** The element that had the focus, which gets it back. */
  opener: Element | null
  answer: (isSignedIn: boolean) => void
}

/** After one of these acts the user could lose something if the page led to sign-in. */
const acts = ['input', 'change', 'click'] as const

/** Shows the dialog that signs the user in again when the session has ended on a page that the user has used. */
export function SignInAgain({ page }: { page: ReactPageName }) {
  const { platform, paths } = usePage()
  const [question, setQuestion] = useState<Question | null>(null)
  /** The user of the page, also after the end of the session; null before the session is read and after a sign-out. */
  const owner = useRef<StoredUser | null>(null)
  const unset = useRef(() => {})

  const start = useEffectEvent((): (() => void) => {
    const user = readStoredAuth(platform)?.user
    if (!user) return () => {}
    owner.current = user
    return restoreWords({ platform, uuid: user.uuid, page }, areaNow(), () =>
      announce('We kept what you typed.'),
    )
  })

  const ask = useEffectEvent(async (): Promise<boolean> => {
    const user = owner.current
    if (!user) return false
    const [known] = await Promise.all([findProofs(platform, user), dialog.load()])
    // Another tab may have signed a user in or out meanwhile.
    if (readStoredAuth(platform) || !owner.current) return isOwner()
    return new Promise((answer) => {
      setQuestion({ ...known, user, opener: document.activeElement, answer })
    })
  })

  const use = useEffectEvent(() => {
    unset.current()
    if (owner.current) unset.current = setSignInQuestion(() => ask())
  })

  const follow = useEffectEvent((event: Event) => {
    const { key, newValue } = event instanceof StorageEvent ? event : { key: null, newValue: null }
    const isKeptApart = readText('sessionStorage', authKey + platform) !== null
    const isSignOut = key === everywhereKey || (key === forgetKey + platform && !isKeptApart)
    if (isSignOut && newValue !== null) endPage()
    else if (readStoredAuth(platform) && isOwner()) settle(true)
  })

  useEffect(() => {
    const stop = start()
    for (const act of acts) document.addEventListener(act, use, { capture: true })
    addEventListener('storage', follow)
    addEventListener('pageshow', follow)
    return () => {
      stop()
      unset.current()
      for (const act of acts) document.removeEventListener(act, use, { capture: true })
      removeEventListener('storage', follow)
      removeEventListener('pageshow', follow)
    }
  }, [])

  useEffect(() => {
    if (!question) return
    const { opener, answer } = question
    return () => {
      answer(false)
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [question])

  const SignInAgainDialog = dialog.loaded()
  if (!question || !SignInAgainDialog) return null
  const { user, identifier, proofs } = question
  return (
    <SignInAgainDialog
      {...{ user, identifier, proofs }}
      // The storage event reaches other tabs only, so this page must update itself.
      onSignedIn={() => dispatchEvent(new Event('storage'))}
      onCancel={() => settle(false)}
      onPage={() => {
        keepWords({ platform, uuid: user.uuid, page }, areaNow())
        leave()
      }}
    />
  )

  function settle(isSignedIn: boolean): void {
    question?.answer(isSignedIn)
    setQuestion(null)
  }

  /** Returns whether the signed-in user is the user of the page. Another user goes on to the user's own account. */
  function isOwner(): boolean {
    const user = readStoredAuth(platform)?.user
    if (!user) return false
    owner.current ??= user
    if (user.uuid === owner.current.uuid) return true
    forgetDrafts(platform)
    location.replace(`/account?platform=${platform}`)
    return false
  }

  /** The user has signed out in another tab: nothing is kept, and the page no longer asks. */
  function endPage(): void {
    forgetDrafts(platform)
    owner.current = null
    unset.current()
    const wasAsking = question !== null
    settle(false)
    if (!wasAsking) return
    storeBanner(signedOutElsewhere)
    leave()
  }

  function leave(): void {
    navigate(`${paths.signIn}&return=${page}${location.hash}`, platform, { replace: true })
  }
}

function areaNow(): Element {
  return document.querySelector('.account-area') ?? document.body
}
