import { pageOf } from '@foyer/contract/page-of'
import { platformRow } from '@foyer/contract/platforms'
import { useEffect } from 'react'
import { lazyComponent, useLazyComponent } from '../flow/machine/lazy-component.ts'
import { usePage } from '../platforms/page-context.ts'
import { PageSpinner } from '../ui/feedback/spinner.tsx'
import { Card, Step } from '../ui/page/card.tsx'
import { AccountOverview } from './account-overview.tsx'
import { fragments } from './fragments.ts'
import { SectionCard } from './section-card.tsx'
import { useSection } from './use-section.ts'

const nameForm = lazyComponent(() => import('./name-form.tsx'), 'NameForm')
const profileStep = lazyComponent(() => import('./profile/profile-step.tsx'), 'ProfileStep')
const ownSchools = lazyComponent(() => import('./own-schools.tsx'), 'OwnSchools')

/** Shows the user's account, with a form to change the name and a way to sign out. */
export function AccountPage() {
  const { platform } = usePage()
  const section = useSection('account')
  const { user, fragment, setBanner, leave, leaveIfEnded } = section
  const isTask = fragment === fragments.name
  const NameForm = useLazyComponent(nameForm, isTask)
  // Only users of platforms with the navigation of schools have schools.
  const hasSchools = platformRow(platform).navigation === 'school'
  const hasProfile = pageOf('account-profile', platform) !== null
  const ProfileStep = useLazyComponent(profileStep, user !== null && hasProfile, true)
  const OwnSchools = useLazyComponent(ownSchools, user !== null && hasSchools, true)

  // Links of before the section 'Security' had an address of its own.
  useEffect(() => {
    if (user && fragment === fragments.password)
      location.replace(`/account/security${location.search}${location.hash}`)
  }, [user, fragment])

  if (!user)
    return (
      <SectionCard page="account" section={section}>
        {null}
      </SectionCard>
    )
  if (isTask && !NameForm) return <PageSpinner text="Loading" />
  return (
    <Card>
      {isTask && NameForm ? (
        <Step isNext key="name">
          <NameForm user={user} onDone={section.finish} onSignedOut={leave} onLeave={section.closeForm} />
        </Step>
      ) : (
        <AccountOverview
          user={user}
          banner={section.banner}
          onDismiss={() => setBanner(null)}
          onChangeName={() => section.openForm(fragments.name)}
          onChanged={setBanner}
          onSignedOut={leave}
          leaveIfEnded={leaveIfEnded}
          progress={ProfileStep && <ProfileStep key={user.uuid} leaveIfEnded={leaveIfEnded} />}
        >
          {OwnSchools && <OwnSchools email={user.email} onSignedOut={leave} />}
        </AccountOverview>
      )}
    </Card>
  )
}
