import { entryPath } from '@foyer/contract/addresses'
import { platformNames } from '@foyer/contract/platform-names'
import type { Platform } from '@foyer/contract/platforms'
import { persists } from '@foyer/contract/sentences'
import { usePage } from '../../platforms/page-context.ts'
import './platform-links.css'

type PlatformLinksProps = { platforms: readonly Platform[]; identifier: () => string }

/** Links to sign-in at each platform of the account. The links omit this page's query, which names a page of this platform. */
export function PlatformLinks({ platforms, identifier }: PlatformLinksProps) {
  const { site } = usePage()
  if (platforms.length === 0)
    return (
      <p className="platform-links">
        It has no access to any other platform either. {persists}{' '}
        <a href={`mailto:${site.supportEmail}`}>{site.supportEmail}</a>.
      </p>
    )
  return (
    <div className="platform-links">
      <p>You can sign in to:</p>
      <ul>
        {platforms.map((platform) => (
          <li key={platform}>
            <a href={signInAt(platform, identifier())}>{platformNames[platform].displayName}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Returns the path of a platform's sign-in, with the identifier filled in. */
export function signInAt(platform: Platform, identifier: string): string {
  const query = new URLSearchParams({ platform })
  if (identifier) query.set(identifier.includes('@') ? 'email' : 'phoneNumber', identifier)
  return `${entryPath('sign-in', platform)}?${query}`
}
