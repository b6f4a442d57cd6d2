import type { Failure } from '../../api/failure.ts'
import { lazyComponent, useLazyComponent } from '../machine/lazy-component.ts'
import type { ProofMethod } from './own-doors.tsx'

const ownDoors = lazyComponent(() => import('./own-doors.tsx'), 'OwnDoors')

type OwnPlatformsProps = { failure: Failure | null; identifier: () => string; method: ProofMethod }

/** Offers, in the error notice, the user's platforms if the user proved the account but has no access to this platform. */
export function OwnPlatforms({ failure, ...rest }: OwnPlatformsProps) {
  const { platforms, proof = null } = failure?.errors ?? {}
  const OwnDoors = useLazyComponent(ownDoors, platforms !== undefined, true)
  return platforms && OwnDoors && <OwnDoors key={proof} {...{ platforms, proof }} {...rest} />
}
