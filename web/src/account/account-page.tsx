import { platformRow } from '@foyer/contract/platforms'
import type { User } from '@foyer/contract/sign-in'
import { useEffect, useState } from 'react'
import { moveTo } from '../flow/move-to.ts'
import { useTitle } from '../flow/use-title.ts'
import { usePage } from '../platforms/page-context.ts'
import { readStoredAuth } from '../session/stored-auth.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card, Heading } from '../ui/card.tsx'
import './account-page.css'
import { IdentityChip } from '../ui/identity-chip.tsx'
import { PageSpinner } from '../ui/spinner.tsx'

const title = 'Your account'

/** Who is signed in, on which platform, and the way out. */
export function AccountPage() {
  const { platform, brand, site, paths } = usePage()
  const [user, setUser] = useState<User | null>(null)
  useTitle(title)

  useEffect(() => {
    const look = () => {
      const auth = readStoredAuth(platform)
      if (auth) setUser(auth.user)
      else moveTo(`${paths.signIn}&return=account`, platform, { replace: true })
    }
    look()
    // Another tab may sign out.
    addEventListener('storage', look)
    return () => removeEventListener('storage', look)
  }, [platform, paths])

  if (!user) return <PageSpinner text="Loading" />
  return (
    <Card>
      <Heading title={title} lead={`You are signed in to ${brand.displayName}.`} />
      <div className="stack">
        <IdentityChip name={user.fullName} picture={null} identifier={user.email ?? ''} />
        <dl className="facts">
          <dt>Platform</dt>
          <dd>{brand.displayName}</dd>
          <dt>Role</dt>
          <dd>{platformRow(platform).role}</dd>
        </dl>
        {site.home && <ButtonLink href={site.home}>Go to {brand.displayName}</ButtonLink>}
        <ButtonLink look="secondary" href={paths.signOut}>
          Sign out
        </ButtonLink>
      </div>
    </Card>
  )
}
