import { platformNames } from '@foyer/contract/platform-names'
import type { Platform } from '@foyer/contract/platforms'
import { PlatformConsent } from '../flow/form/consent.tsx'
import { Button } from '../ui/feedback/button.tsx'

type AddPlatformProps = { platform: Platform; isOpening: boolean; onAdd: () => void }

/** Offers a platform that is not in the account. */
export function AddPlatform({ platform, isOpening, onAdd }: AddPlatformProps) {
  const { displayName } = platformNames[platform]
  return (
    <>
      <PlatformConsent id={`add-${platform}`} displayName={displayName} />
      <Button
        look="secondary"
        aria-describedby={`add-${platform}`}
        busyText={isOpening ? 'Opening…' : null}
        onClick={onAdd}
      >
        Add {displayName}
      </Button>
    </>
  )
}
