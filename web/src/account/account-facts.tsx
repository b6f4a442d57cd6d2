import { roleNames } from '@foyer/contract/platform-names'
import type { ComponentType, ReactNode } from 'react'
import { useTitle } from '../flow/navigation/use-title.ts'
import { usePage } from '../platforms/page-context.ts'
import type { StoredUser } from '../session/stored-auth.ts'
import { Button, ButtonLink } from '../ui/feedback/button.tsx'
import { Banner } from '../ui/feedback/notice.tsx'
import { Heading } from '../ui/page/card.tsx'
import { Avatar } from '../ui/page/identity-chip.tsx'
import { SectionLinks } from './account-area.tsx'
import { roleBeside } from './role-beside.ts'
import { useOwnPicture } from './use-own-picture.ts'

export type OwnPictureProps = {
  picture: string | null
  /** Called with the new picture and a sentence that the page shows. */
  onChanged: (picture: string | null, text: string) => void
  /** Called when a call fails, since the session may have ended. */
  onFailed: (sentence: string) => void
}

type AccountFactsProps = {
  user: StoredUser
  banner: string | null
  onDismiss: () => void
  /** False for an account that has no password yet. */
  hasPassword: boolean
  /** Explains why the user cannot set a password; null if the user can. */
  passwordNote: string | null
  onChangePassword: () => void
  onChangeName: () => void
  /** The component of the picture; null until its code is loaded. */
  OwnPicture: ComponentType<OwnPictureProps> | null
  onChanged: (text: string) => void
  onFailed: (sentence: string) => void
  children: ReactNode
}

const title = 'Your account'

/** Lists the facts of the account. The link to sign out is in the navigation. */
export function AccountFacts(props: AccountFactsProps) {
  const { user, banner, onDismiss, hasPassword, onChangePassword, onChangeName, OwnPicture, children } = props
  const { platform, brand, site } = usePage()
  const [picture, changePicture] = useOwnPicture(user)
  const role = roleBeside(brand.displayName, roleNames[platform])
  useTitle(title)
  return (
    <div className="account">
      <div className="account-heading">
        <Avatar key={picture} name={user.fullName || (user.email ?? '')} picture={picture} />
        <Heading title={title} lead={user.email} />
      </div>
      <div className="stack">
        {banner && <Banner text={banner} onDismiss={onDismiss} />}
        <dl className="facts">
          <Fact
            label="Name"
            value={user.fullName || <span className="facts-none">Not set</span>}
            action={
              <Button look="quiet" onClick={onChangeName}>
                {user.fullName ? (
                  <>
                    Change<span className="visually-hidden"> your name</span>
                  </>
                ) : (
                  'Add your name'
                )}
              </Button>
            }
          />
          {OwnPicture && (
            <OwnPicture
              picture={picture}
              onChanged={(changed, text) => {
                changePicture(changed)
                props.onChanged(text)
              }}
              onFailed={props.onFailed}
            />
          )}
          <Fact
            label="Password"
            value={
              hasPassword ? (
                <>
                  <span className="visually-hidden">Not shown</span>
                  <span aria-hidden="true">••••••••</span>
                </>
              ) : (
                <span className="facts-none">Not set</span>
              )
            }
            note={props.passwordNote}
            action={
              !props.passwordNote && (
                <Button look="quiet" onClick={onChangePassword}>
                  {hasPassword ? (
                    <>
                      Change<span className="visually-hidden"> your password</span>
                    </>
                  ) : (
                    'Set a password'
                  )}
                </Button>
              )
            }
          />
          <Fact
            label="Platform"
            value={brand.displayName}
            action={
              <span className="facts-actions">
                {site.home && (
                  <ButtonLink look="quiet" href={site.home}>
                    Go to {brand.displayName}
                  </ButtonLink>
                )}
                <ButtonLink look="quiet" href={`/doors?platform=${platform}`}>
                  Where to?
                </ButtonLink>
              </span>
            }
          />
          {role && <Fact label="Role" value={role} />}
          {children}
        </dl>
        <SectionLinks page="account" className="section-list" />
      </div>
    </div>
  )
}

type FactProps = { label: string; value: ReactNode; note?: string | null; action?: ReactNode }

/** Shows one row: a label, its value and an action. */
export function Fact({ label, value, note, action }: FactProps) {
  return (
    <div className="facts-row">
      <dt>{label}</dt>
      <dd className="facts-value">
        {value}
        {note && <span className="facts-note">{note}</span>}
      </dd>
      {action && <dd className="facts-action">{action}</dd>}
    </div>
  )
}
