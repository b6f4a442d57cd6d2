import type { Failure } from '../../api/failure.ts'
import { lazyComponent, useLazyComponent } from '../machine/lazy-component.ts'

const platformLinks = lazyComponent(() => import('./platform-links.tsx'), 'PlatformLinksOrSignUp')

type OwnPlatformsProps = { failure: Failure | null; identifier: () => string }

/** Lists, in the error notice, the user's platforms if the user proved the account but has no access to this platform. */
export function OwnPlatforms({ failure, identifier }: OwnPlatformsProps) {
  const platforms = failure?.errors.platforms
  const PlatformLinks = useLazyComponent(platformLinks, platforms !== undefined, true)
  return platforms && PlatformLinks && <PlatformLinks {...{ platforms, identifier }} />
}
