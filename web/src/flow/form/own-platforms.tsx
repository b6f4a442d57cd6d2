import type { Failure } from '../../api/failure.ts'
import { lazyComponent, useLazyComponent } from '../machine/lazy-component.ts'

const platformLinks = lazyComponent(() => import('./platform-links.tsx'), 'PlatformLinksOrSignUp')

type OwnPlatformsProps = { failure: Failure | null; identifier: () => string }

/** Names the platforms of a user who has proven the account and has no access here; stands in the error notice. */
export function OwnPlatforms({ failure, identifier }: OwnPlatformsProps) {
  const platforms = failure?.errors.platforms
  const PlatformLinks = useLazyComponent(platformLinks, platforms !== undefined, true)
  return platforms && PlatformLinks && <PlatformLinks {...{ platforms, identifier }} />
}
