import { pages } from '@foyer/contract/pages'
import type { ReactNode } from 'react'
import { DoorsOfUser } from '../doors/doors-of-user.tsx'
import { useDoors } from '../doors/use-doors.ts'
import { useTitle } from '../flow/navigation/use-title.ts'
import type { StoredUser } from '../session/stored-auth.ts'
import { Button } from '../ui/feedback/button.tsx'
import { Banner } from '../ui/feedback/notice.tsx'
import { SectionLinks } from './account-area.tsx'
import { AccountHero } from './account-hero.tsx'
import { Attention } from './attention.tsx'
import { KeptAccount } from './kept-account.tsx'
import { SignedInHere } from './signed-in-here.tsx'

type AccountOverviewProps = {
  user: StoredUser
  banner: string | null
  onDismiss: () => void
  onChangeName: () => void
  onSignedOut: () => void
  /** Called with a sentence about the changed picture. */
  onChanged: (text: string) => void
  /** Leaves the page if the session has ended. Returns whether it has. */
  leaveIfEnded: (sentence: string) => boolean
  /** How far the user's profile is; null where users have none. */
  progress: ReactNode
  children: ReactNode
}

const { title } = pages.account

/** Shows the overview of the account. The link to sign out is in the navigation. */
export function AccountOverview(props: AccountOverviewProps) {
  const { user, banner, onDismiss, onChangeName, progress, children } = props
  const doors = useDoors(props.leaveIfEnded)
  useTitle(title)
  return (
    <div className="account">
      <AccountHero
        title={title}
        user={user}
        action={
          <Button look="quiet" onClick={onChangeName}>
            {user.fullName ? 'Change your name' : 'Add your name'}
          </Button>
        }
        onChanged={props.onChanged}
        onFailed={props.leaveIfEnded}
      />
      <div className="stack">
        {banner && <Banner text={banner} onDismiss={onDismiss} />}
        <KeptAccount />
        <Attention onSignedOut={props.onSignedOut} leaveIfEnded={props.leaveIfEnded} />
        {progress}
        <SectionLinks page="account" className="section-list" />
        {children}
        <SignedInHere leaveIfEnded={props.leaveIfEnded} />
        <section aria-labelledby="doors-title">
          <h2 id="doors-title">Where to?</h2>
          <DoorsOfUser {...{ doors, user }} leaveIfEnded={props.leaveIfEnded} />
        </section>
      </div>
    </div>
  )
}
