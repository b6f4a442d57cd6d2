import type { ReactNode } from 'react'
import { lazyComponent, useLazyComponent } from '../flow/machine/lazy-component.ts'
import type { StoredUser } from '../session/stored-auth.ts'
import { Heading } from '../ui/page/card.tsx'
import { Avatar } from '../ui/page/identity-chip.tsx'
import { useOwnPicture } from './use-own-picture.ts'

const ownPicture = lazyComponent(() => import('./own-picture.tsx'), 'OwnPicture')

type AccountHeroProps = {
  title: string
  /** Changes the name. */
  action: ReactNode
  user: StoredUser
  /** Called with a sentence about the changed picture. */
  onChanged: (text: string) => void
  /** Called when a call fails, since the session may have ended. */
  onFailed: (sentence: string) => void
}

/** Shows whose account it is, with the picture, which the user changes there. */
export function AccountHero({ title, action, user, onChanged, onFailed }: AccountHeroProps) {
  const [picture, changePicture] = useOwnPicture(user)
  const OwnPicture = useLazyComponent(ownPicture, true, true)
  const name = user.fullName || (user.email ?? '')
  return (
    <div className="account-hero">
      {OwnPicture ? (
        <OwnPicture
          {...{ name, picture, onFailed }}
          onChanged={(changed, text) => {
            changePicture(changed)
            onChanged(text)
          }}
        />
      ) : (
        <Avatar key={picture} name={name} picture={picture} />
      )}
      <Heading
        title={title}
        lead={
          <>
            {user.fullName && <bdi className="account-hero-name">{user.fullName}</bdi>}
            {user.email && <bdi dir="ltr">{user.email}</bdi>}
            <span className="account-hero-action">{action}</span>
          </>
        }
      />
    </div>
  )
}
