import { platformRow } from '@foyer/contract/platforms'
import { useTitle } from '../flow/navigation/use-title.ts'
import { usePage } from '../platforms/page-context.ts'
import type { StoredUser } from '../session/stored-auth.ts'
import { Button, ButtonLink } from '../ui/feedback/button.tsx'
import { Banner } from '../ui/feedback/notice.tsx'
import { Heading } from '../ui/page/card.tsx'
import { IdentityChip } from '../ui/page/identity-chip.tsx'
import './account-page.css'

type AccountFactsProps = {
  user: StoredUser
  banner: string | null
  onDismiss: () => void
  onChangePassword: () => void
  onChangeName: () => void
}

const title = 'Your account'

export function AccountFacts(props: AccountFactsProps) {
  const { user, banner, onDismiss, onChangePassword, onChangeName } = props
  const { platform, brand, site, paths } = usePage()
  useTitle(title)
  return (
    <>
      <Heading title={title} lead={`You are signed in to ${brand.displayName}.`} />
      <div className="stack">
        {banner && <Banner text={banner} onDismiss={onDismiss} />}
        <IdentityChip name={user.fullName} picture={null} identifier={user.email ?? ''} />
        <dl className="facts">
          <dt>Name</dt>
          <dd>
            <Button look="quiet" onClick={onChangeName}>
              {user.fullName ? (
                <>
                  Change<span className="visually-hidden"> your name</span>
                </>
              ) : (
                'Add your name'
              )}
            </Button>
          </dd>
          <dt>Platform</dt>
          <dd>{brand.displayName}</dd>
          <dt>Role</dt>
          <dd>{platformRow(platform).role}</dd>
          <dt>Password</dt>
          <dd>
            <Button look="quiet" onClick={onChangePassword}>
              Change<span className="visually-hidden"> your password</span>
            </Button>
          </dd>
        </dl>
        {site.home && <ButtonLink href={site.home}>Go to {brand.displayName}</ButtonLink>}
        <ButtonLink look="secondary" href={paths.signOut}>
          Sign out
        </ButtonLink>
      </div>
    </>
  )
}
