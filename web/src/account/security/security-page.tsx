import { getOwnPassword } from '@foyer/contract/routes/settings'
import { useEffect, useRef, useState } from 'react'
import { lazyComponent, useLazyComponent } from '../../flow/machine/lazy-component.ts'
import { usePage } from '../../platforms/page-context.ts'
import type { StoredUser } from '../../session/stored-auth.ts'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { Card } from '../../ui/page/card.tsx'
import { fragments } from '../fragments.ts'
import { SectionCard } from '../section-card.tsx'
import { useLoaded } from '../use-loaded.ts'
import { type Section, useSection } from '../use-section.ts'
import { LinkedAccounts } from './linked-accounts.tsx'
import { assumedPassword, OwnPassword, type Password } from './own-password.tsx'
import { Passkeys } from './passkeys.tsx'
import { SignInHistory } from './sign-in-history.tsx'
import type { SignIn } from './sign-in-sentence.ts'
import { SignedInBrowsers } from './signed-in-browsers.tsx'

const passwordForm = lazyComponent(() => import('./password-form.tsx'), 'PasswordForm')

const signedOut = 'That browser is signed out.'
/** What the user reads after disowning a sign-in, before the advice what to do next. */
const afterSignIn: Record<SignIn['outcome'], string> = {
  'signed-in': signedOut,
  continued: signedOut,
  'wrong-password': 'Nobody got in that way.',
  'wrong-code': 'Nobody got in that way.',
  'no-access': 'Nobody got in that way, but the password or code was right.',
}
const newPasswordAdvice = 'Choose a new password that nobody else knows.'

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
  const { leave, leaveIfEnded, setBanner } = section
  const { data, setData, failure } = useLoaded(getOwnPassword, {}, leaveIfEnded)
  const password: Password | null = failure ? assumedPassword : data
  /** What has just been disowned; null unless the user was led here by it. */
  const [outcome, setOutcome] = useState<string | null>(null)
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
          reason={outcome && `${outcome} ${newPasswordAdvice}`}
          onDone={(text) => {
            setData(assumedPassword)
            setOutcome(null)
            section.finish(text)
          }}
          onSignedOut={leave}
          onLeave={() => {
            setOutcome(null)
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
    >
      {outcome && password?.hasPassword === false && <WithoutPassword outcome={outcome} />}
      <dl className="facts">
        <OwnPassword {...{ user, password }} onChange={changePassword} />
      </dl>
      <Passkeys onDone={setBanner} onSignedOut={leave} leaveIfEnded={leaveIfEnded} />
      <SignedInBrowsers
        onDone={setBanner}
        onDisowned={() => leadToPassword(signedOut)}
        onSignedOut={leave}
        leaveIfEnded={leaveIfEnded}
      />
      <LinkedAccounts onChanged={setBanner} onSignedOut={leave} leaveIfEnded={leaveIfEnded} />
      <SignInHistory
        onDisowned={({ outcome: found }) => leadToPassword(afterSignIn[found])}
        onSignedOut={leave}
        leaveIfEnded={leaveIfEnded}
      />
    </SectionCard>
  )

  function changePassword(): void {
    setOutcome(null)
    section.openForm(fragments.password)
  }

  function leadToPassword(found: string): void {
    setBanner(null)
    setOutcome(found)
    if (password?.hasPassword !== false) section.openForm(fragments.password)
  }
}

/** Tells a user without a password what opens the account instead. */
function WithoutPassword({ outcome }: { outcome: string }) {
  const { platform } = usePage()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div className="notice notice-banner" tabIndex={-1} ref={notice}>
      <p>
        {outcome} Your account has no password: your{' '}
        <a href={`/account/contacts?platform=${platform}`}>emails and phones</a> and your{' '}
        <a href="#linked">linked accounts</a> open it. Check that all of them are yours, and choose a new
        password for your mailbox.
      </p>
    </div>
  )
}
