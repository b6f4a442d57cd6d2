import { getOwnPassword } from '@foyer/contract/routes/settings'
import { useEffect, useRef, useState } from 'react'
import { lazyComponent, useLazyComponent } from '../../flow/machine/lazy-component.ts'
import { usePage } from '../../platforms/page-context.ts'
import type { StoredUser } from '../../session/stored-auth.ts'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { Card } from '../../ui/page/card.tsx'
import { fragments } from '../fragments.ts'
import { LoadTogether } from '../load-together.tsx'
import { SectionCard } from '../section-card.tsx'
import { useLoaded } from '../use-loaded.ts'
import { type Section, useSection } from '../use-section.ts'
import { AddedSince } from './added-since.tsx'
import { forgetDisowned, noteDisowned, readDisowned } from './disowned-sign-in.ts'
import { LinkedAccounts } from './linked-accounts.tsx'
import { assumedPassword, OwnPassword, type Password } from './own-password.tsx'
import { Passkeys } from './passkeys.tsx'
import { SecondFactors } from './second-factors.tsx'
import { SignInHistory } from './sign-in-history.tsx'
import { SignedInBrowsers } from './signed-in-browsers.tsx'

const passwordForm = lazyComponent(() => import('./password-form.tsx'), 'PasswordForm')

const signedOut = 'That browser is signed out.'
const newPasswordAdvice =
  'Choose a new password that nobody else knows. After that, we show what was added to your account since.'

/** Shows how the account is protected, and where the user is signed in. */
export function SecurityPage() {
  const section = useSection('account-security')
  return section.user ? (
    <SecurityOfUser section={section} user={section.user} />
  ) : (
    <SectionCard page="account-security" section={section}>
      {null}
    </SectionCard>
  )
}

function SecurityOfUser({ section, user }: { section: Section; user: StoredUser }) {
  const { platform } = usePage()
  const { leave, leaveIfEnded, setBanner } = section
  const { data, setData, failure } = useLoaded(getOwnPassword, {}, leaveIfEnded)
  const password: Password | null = failure ? assumedPassword : data
  /** The user has just disowned a browser, and was led to the password by it. */
  const [hasDisowned, setDisowned] = useState(false)
  /** The time of a sign-in that was not the user's, after which something may have been added. */
  const [since, setSince] = useState(() => readDisowned(platform, user.uuid))
  /** Counts what was removed, so that other parts load their lists again. */
  const [removed, setRemoved] = useState(0)
  // Without a contact for the code, the page explains why the user cannot set a password, instead of the form.
  const canSet = !password || password.hasPassword || password.codeContact !== null
  const isTask = section.fragment === fragments.password && canSet
  const PasswordForm = useLazyComponent(passwordForm, isTask)

  if (isTask && (!PasswordForm || !password)) return <PageSpinner text="Loading" />
  if (isTask && PasswordForm && password)
    return (
      <Card>
        <PasswordForm
          {...{ user, password }}
          reason={hasDisowned ? `${signedOut} ${newPasswordAdvice}` : null}
          onDone={(text) => {
            setData(assumedPassword)
            setDisowned(false)
            section.finish(text)
          }}
          onSignedOut={leave}
          onLeave={() => {
            setDisowned(false)
            section.closeForm()
          }}
        />
      </Card>
    )
  return (
    <SectionCard
      page="account-security"
      lead="How you sign in, and where you’re signed in."
      section={section}
      cards={
        <LoadTogether what="security" parts={5}>
          <Passkeys
            key={`passkeys-${removed}`}
            onDone={setBanner}
            onSignedOut={leave}
            leaveIfEnded={leaveIfEnded}
          />
          <SecondFactors
            key={`second-step-${removed}`}
            {...{ user, leaveIfEnded }}
            onDone={setBanner}
            onSignedOut={leave}
          />
          <LinkedAccounts
            key={`linked-${removed}`}
            onChanged={setBanner}
            onSignedOut={leave}
            leaveIfEnded={leaveIfEnded}
          />
          <SignedInBrowsers
            onDone={setBanner}
            onDisowned={leadToPassword}
            onSignedOut={leave}
            leaveIfEnded={leaveIfEnded}
          />
          <SignInHistory onDisowned={leadToPassword} onSignedOut={leave} leaveIfEnded={leaveIfEnded} />
        </LoadTogether>
      }
    >
      {hasDisowned && password?.hasPassword === false && <WithoutPassword />}
      {since !== null && (
        <AddedSince
          since={since}
          onRemoved={() => setRemoved((count) => count + 1)}
          onChecked={() => {
            forgetDisowned(platform)
            setSince(null)
            setDisowned(false)
            document.getElementById('title')?.focus()
          }}
          onSignedOut={leave}
          leaveIfEnded={leaveIfEnded}
        />
      )}
      <dl className="facts">
        <OwnPassword {...{ user, password }} onChange={changePassword} />
      </dl>
    </SectionCard>
  )

  function changePassword(): void {
    setDisowned(false)
    section.openForm(fragments.password)
  }

  function leadToPassword(signedInAt: string): void {
    noteDisowned(platform, signedInAt)
    setSince(readDisowned(platform, user.uuid))
    setBanner(null)
    setDisowned(true)
    if (password?.hasPassword !== false) section.openForm(fragments.password)
  }
}

/** Tells a user without a password what opens the account instead. */
function WithoutPassword() {
  const { platform } = usePage()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div className="notice notice-banner" tabIndex={-1} ref={notice}>
      <p>
        {signedOut} Your account has no password: your{' '}
        <a href={`/account/contacts?platform=${platform}`}>emails and phones</a>, your{' '}
        <a href="#passkeys">passkeys</a> and your <a href="#linked">linked accounts</a> open it. Check that
        all of them are yours, first what was added since that sign-in, and choose a new password for your
        mailbox.
      </p>
    </div>
  )
}
