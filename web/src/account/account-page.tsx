import { platformRow } from '@foyer/contract/platforms'
import type { Result } from '@foyer/contract/routes/route'
import { getOwnPassword } from '@foyer/contract/routes/settings'
import { useEffect, useEffectEvent, useState } from 'react'
import { sentenceOf } from '../api/failure.ts'
import { lazyComponent, useLazyComponent } from '../flow/machine/lazy-component.ts'
import { useOwnUser } from '../flow/navigation/use-own-user.ts'
import { usePage } from '../platforms/page-context.ts'
import { callSignedIn } from '../session/signed-in-call.ts'
import { readStoredAuth, type StoredUser } from '../session/stored-auth.ts'
import { announce } from '../ui/feedback/live-regions.tsx'
import { PageSpinner } from '../ui/feedback/spinner.tsx'
import { Card } from '../ui/page/card.tsx'
import { AccountFacts } from './account-facts.tsx'
import { fragments, isFragment } from './fragments.ts'
import { useFragment } from './use-fragment.ts'

const accountTask = lazyComponent(() => import('./account-task.tsx'), 'AccountTask')
const linkedAccounts = lazyComponent(() => import('./linked-accounts.tsx'), 'LinkedAccounts')
const ownSchools = lazyComponent(() => import('./own-schools.tsx'), 'OwnSchools')
const noContactText = 'To set one, add an email address first'
/** Shown to staff if the installation sends staff no codes. */
const noCodeText = 'To set one, sign out and use “Forgot Password?”'
/** Assumed when the service does not answer; the form then shows any failure. */
const withPassword: OwnPassword = { hasPassword: true, codeContact: null }

type OwnPassword = Result<typeof getOwnPassword>

function noteFor({ email }: StoredUser): string {
  return email === null ? noContactText : noCodeText
}

/** Shows the user's account, with forms to change the name and the password and a way to sign out. */
export function AccountPage() {
  const { platform } = usePage()
  const { user, leave, leaveIfEnded } = useOwnUser('account')
  const [banner, setBanner] = useState<string | null>(null)
  const [fragment, goTo] = useFragment()
  /** Null until the service has answered. */
  const [password, setPassword] = useState<OwnPassword | null>(null)
  const contact = password?.hasPassword === false ? password.codeContact : null
  const isOfPassword = fragment === fragments.password
  // Without a contact for the code, the page explains why the user cannot set a password, instead of the form.
  const isTask = isFragment(fragment) && !(isOfPassword && password?.hasPassword === false && !contact)
  const AccountTask = useLazyComponent(accountTask, isTask)
  const LinkedAccounts = useLazyComponent(linkedAccounts, user !== null, true)
  // Only users of platforms with the navigation of schools have schools.
  const hasSchools = platformRow(platform).navigation === 'school'
  const OwnSchools = useLazyComponent(ownSchools, user !== null && hasSchools, true)

  const leaveIfSignedOut = useEffectEvent(leaveIfEnded)
  // The session may have ended elsewhere, which only a call to the service shows.
  useEffect(() => {
    if (!readStoredAuth(platform)) return
    let isShown = true
    callSignedIn(platform, getOwnPassword, {}, { reload: false }).then((answer) => {
      if (!isShown || answer === 'reloading') return
      setPassword(answer.isSuccessful ? answer.data : withPassword)
      if (!answer.isSuccessful) leaveIfSignedOut(sentenceOf(answer))
    })
    return () => {
      isShown = false
    }
  }, [platform])

  // An effect announces the banner, because the closing form clears all announcements first.
  useEffect(() => {
    if (banner) announce(banner)
  }, [banner])

  const isLoading = isTask && (!AccountTask || (isOfPassword && password === null))
  if (!user || isLoading) return <PageSpinner text="Loading" />
  return (
    <Card>
      {isTask && AccountTask ? (
        <AccountTask
          {...{ fragment, user, contact }}
          onDone={finishTask}
          onSignedOut={leave}
          onLeave={() => goTo('', 'replace')}
        />
      ) : (
        <AccountFacts
          user={user}
          banner={banner}
          onDismiss={() => setBanner(null)}
          hasPassword={password?.hasPassword !== false}
          passwordNote={password && !password.hasPassword && contact === null ? noteFor(user) : null}
          onChangePassword={() => goToForm(fragments.password)}
          onChangeName={() => goToForm(fragments.name)}
          onChanged={setBanner}
          leaveIfEnded={leaveIfEnded}
        >
          {OwnSchools && <OwnSchools email={user.email} onSignedOut={leave} />}
          {LinkedAccounts && <LinkedAccounts onRemoved={setBanner} onSignedOut={leave} />}
        </AccountFacts>
      )}
    </Card>
  )

  function goToForm(fragment: string): void {
    setBanner(null)
    goTo(fragment, 'push')
  }

  function finishTask(text: string): void {
    if (isOfPassword) setPassword(withPassword)
    showInPlace(text)
    goTo('', 'replace')
  }

  /** Shows the user whom a form has changed in the stored session, and the sentence about the change. */
  function showInPlace(text: string): void {
    // The storage event reaches other tabs only, so this page must update itself.
    dispatchEvent(new Event('storage'))
    setBanner(text)
  }
}
