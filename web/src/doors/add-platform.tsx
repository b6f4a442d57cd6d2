import { platformNames } from '@foyer/contract/platform-names'
import type { Platform } from '@foyer/contract/platforms'
import { usePage } from '../platforms/page-context.ts'
import { Button } from '../ui/feedback/button.tsx'

type AddPlatformProps = { platform: Platform; isOpening: boolean; onAdd: () => void }

/** Offers a platform that is not in the account. The sentence says what the tap agrees to. */
export function AddPlatform({ platform, isOpening, onAdd }: AddPlatformProps) {
  const { terms, privacy } = usePage().site.links
  const { displayName } = platformNames[platform]
  return (
    <>
      <p className="small" id={`add-${platform}`}>
        {displayName} becomes part of your account, and you agree to the{' '}
        <a href={terms} target="_blank" rel="noopener">
          Terms of Use
        </a>{' '}
        and{' '}
        <a href={privacy} target="_blank" rel="noopener">
          Privacy Policy
        </a>{' '}
        (both open in a new tab).
      </p>
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
