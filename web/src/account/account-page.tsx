import { withQuery } from '@foyer/contract/pages'
import { platforms } from '@foyer/contract/platforms'
import { getSettings } from '@foyer/contract/settings'
import { useEffect, useEffectEvent, useState } from 'react'
import { sentenceOf } from '../api/failure.ts'
import { loadable, useLoadable } from '../flow/loadable.ts'
import { moveTo } from '../flow/move-to.ts'
import { usePage } from '../platforms/page-context.ts'
import { leaveBanner } from '../session/banner.ts'
import { callSignedIn } from '../session/signed-in-call.ts'
import { readStoredAuth, type StoredUser } from '../session/stored-auth.ts'
import { Card, Step } from '../ui/card.tsx'
import { announce } from '../ui/live-regions.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { AccountFacts } from './account-facts.tsx'
import type { ChangePasswordFormProps } from './change-password-form.tsx'
import { useFragment } from './use-fragment.ts'

const changePasswordForm = loadable<ChangePasswordFormProps>(
  async () => (await import('./change-password-form.tsx')).ChangePasswordForm,
)
/** Where password managers lead, by way of /.well-known/change-password. */
const passwordFragment = 'password'
const changedText = 'Password changed. You were signed out everywhere else.'

/** Who is signed in, on which platform, the way to another password, and the way out. */
export function AccountPage() {
  const { platform, paths } = usePage()
  const [user, setUser] = useState<StoredUser | null>(null)
  const [banner, setBanner] = useState<string | null>(null)
  const [fragment, goTo] = useFragment()
  const isChanging = fragment === passwordFragment
  const ChangePasswordForm = useLoadable(changePasswordForm, isChanging)

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

  if (!user || (isChanging && !ChangePasswordForm)) return <PageSpinner text="Loading" />
  return (
    <Card>
      {isChanging && ChangePasswordForm ? (
        <Step isNext key="password">
          <ChangePasswordForm
            user={user}
            onChanged={tellChanged}
            onSignedOut={leave}
            onLeave={() => goTo('', 'replace')}
          />
        </Step>
      ) : (
        <AccountFacts
          user={user}
          banner={banner}
          onDismiss={() => setBanner(null)}
          onChangePassword={() => {
            setBanner(null)
            goTo(passwordFragment, 'push')
          }}
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

  function tellChanged(): void {
    setBanner(changedText)
    announce(changedText)
    goTo('', 'replace')
  }
}
