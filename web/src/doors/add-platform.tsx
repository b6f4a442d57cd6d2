import { platformNames } from '@foyer/contract/platform-names'
import type { Platform } from '@foyer/contract/platforms'
import { type ReactNode, useRef, useState } from 'react'
import { PlatformConsent } from '../flow/form/consent.tsx'
import { Button } from '../ui/feedback/button.tsx'
import { PlatformDoor } from './platform-door.tsx'

type AddPlatformProps = {
  platform: Platform
  isOpening: boolean
  /** The user has tapped a door, so that no other opens now. */
  isBusy: boolean
  /** Explains why the platform was not added. */
  notice: ReactNode
  onAdd: () => void
}

/** Offers a platform that is not in the account as a door. A tap shows what the user agrees to by adding the platform. */
export function AddPlatform({ platform, isOpening, isBusy, notice, onAdd }: AddPlatformProps) {
  const { displayName } = platformNames[platform]
  const [isAsking, setAsking] = useState(false)
  const door = useRef<HTMLButtonElement>(null)
  const id = `add-${platform}`
  return (
    <>
      <PlatformDoor
        ref={door}
        platform={platform}
        note={{ text: 'Add' }}
        isToAdd
        isOpening={isOpening}
        isBusy={isBusy}
        aria-expanded={isAsking}
        onOpen={() => setAsking(!isAsking)}
      />
      {isAsking && (
        <fieldset className="doors-consent" aria-label={`Add ${displayName}`}>
          {notice}
          <PlatformConsent id={id} displayName={displayName} />
          <div className="facts-answers">
            <Button
              look="secondary"
              aria-describedby={id}
              busyText={isOpening ? 'Opening…' : null}
              onClick={onAdd}
              ref={focusOnce}
            >
              Add {displayName}
            </Button>
            <Button look="quiet" onClick={cancel}>
              Cancel
            </Button>
          </div>
        </fieldset>
      )}
    </>
  )

  function cancel(): void {
    setAsking(false)
    door.current?.focus()
  }
}

/** Moves the focus to the question, which stands below the row of doors. */
function focusOnce(button: HTMLButtonElement | null): void {
  button?.focus()
}
