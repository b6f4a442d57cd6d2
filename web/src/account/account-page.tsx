import { withQuery } from '@foyer/contract/pages'
import { platforms } from '@foyer/contract/platforms'
import { getSettings } from '@foyer/contract/routes/settings'
import { useEffect, useEffectEvent, useState } from 'react'
import { sentenceOf } from '../api/failure.ts'
import { lazyComponent, useLazyComponent } from '../flow/machine/lazy-component.ts'
import { moveTo } from '../flow/moves/move-to.ts'
import { usePage } from '../platforms/page-context.ts'
import { leaveBanner } from '../session/banner.ts'
import { callSignedIn } from '../session/signed-in-call.ts'
import { readStoredAuth, type StoredUser } from '../session/stored-auth.ts'
import { announce } from '../ui/feedback/live-regions.tsx'
import { PageSpinner } from '../ui/feedback/spinner.tsx'
import { Card, Step } from '../ui/page/card.tsx'
import { AccountFacts } from './account-facts.tsx'
import { useFragment } from './use-fragment.ts'

const changePasswordForm = lazyComponent(() => import('./change-password-form.tsx'), 'ChangePasswordForm')
const nameForm = lazyComponent(() => import('./name-form.tsx'), 'NameForm')
const nameFragment = 'name'
/** Where password managers lead, by way of /.well-known/change-password. */
const passwordFragment = 'password'
const namedText = 'Name saved.'
const changedText = 'Password changed. You were signed out everywhere else.'

/** Shows the user and the platform, and leads to another name, another password and out. */
export function AccountPage() {
  const { platform, paths } = usePage()
  const [user, setUser] = useState<StoredUser | null>(null)
  const [banner, setBanner] = useState<string | null>(null)
  const [fragment, goTo] = useFragment()
  const isChanging = fragment === passwordFragment
  const ChangePasswordForm = useLazyComponent(changePasswordForm, isChanging)
  const isNaming = fragment === nameFragment
  const NameForm = useLazyComponent(nameForm, isNaming)

  const look = useEffectEvent(() => {
    const auth = readStoredAuth(platform)
    if (auth) setUser(auth.user)
    else leave()
  })
  useEffect(() => {
    look()
    // Another tab may sign out.
    addEventListener('storage', look)
    return () => removeEventListener('storage', look)
  }, [])

  const leaveIfOver = useEffectEvent((sentence: string | null) => {
    if (readStoredAuth(platform)) return
    leaveBanner(sentence ?? '')
    leave()
  })
  // What is kept here says nothing of a session that was ended elsewhere.
  useEffect(() => {
    if (!readStoredAuth(platform)) return
    let isShown = true
    callSignedIn(platform, getSettings, {}, { reload: false }).then((answer) => {
      if (isShown && answer !== 'reloading' && !answer.isSuccessful) leaveIfOver(sentenceOf(answer))
    })
    return () => {
      isShown = false
    }
  }, [platform])

  const isLoading = (isChanging && !ChangePasswordForm) || (isNaming && !NameForm)
  if (!user || isLoading) return <PageSpinner text="Loading" />
  return (
    <Card>
      {isChanging && ChangePasswordForm ? (
        <Step isNext key="password">
          <ChangePasswordForm
            user={user}
            onChanged={() => goBack(changedText)}
            onSignedOut={leave}
            onLeave={() => goTo('', 'replace')}
          />
        </Step>
      ) : isNaming && NameForm ? (
        <Step isNext key="name">
          <NameForm user={user} onSaved={showName} onSignedOut={leave} onLeave={() => goTo('', 'replace')} />
        </Step>
      ) : (
        <AccountFacts
          user={user}
          banner={banner}
          onDismiss={() => setBanner(null)}
          onChangePassword={() => goToForm(passwordFragment)}
          onChangeName={() => goToForm(nameFragment)}
        />
      )}
    </Card>
  )

  /** To sign in, and back here. */
  function leave(): void {
    const search = new URLSearchParams(location.search)
    // An address without a platform is of whichever somebody is signed in to.
    const other = search.has('platform') ? undefined : platforms.find(readStoredAuth)
    if (other) location.replace(withQuery('/account', search, { platform: other }) + location.hash)
    else moveTo(`${paths.signIn}&return=account${location.hash}`, platform, { replace: true })
  }

  function goToForm(fragment: string): void {
    setBanner(null)
    goTo(fragment, 'push')
  }

  function showName(): void {
    const auth = readStoredAuth(platform)
    if (auth) setUser(auth.user)
    goBack(namedText)
  }

  function goBack(text: string): void {
    setBanner(text)
    announce(text)
    goTo('', 'replace')
  }
}
