import { platformNames } from '@foyer/contract/platform-names'
import type { Platform } from '@foyer/contract/platforms'
import type { ComponentProps } from 'react'
import { brandOf, PlatformMark } from './platform-mark.tsx'

/** What the user should know before the tap. Only screen readers read `prefix`. */
export type DoorNote = { prefix?: string; text: string }

type PlatformDoorProps = Omit<ComponentProps<'button'>, 'onClick'> & {
  platform: Platform
  note: DoorNote
  /** The platform asks for the password. */
  isLocked?: boolean
  /** The tap adds the platform to the account. */
  isToAdd?: boolean
  /** The user has tapped this door, and the platform is being opened. */
  isOpening: boolean
  /** The user has tapped a door, so that no other opens now. */
  isBusy: boolean
  onOpen: () => void
}

const lockText = 'Asks for your password'

/** Renders a platform as a door: the platform's mark in its colour, with its name. */
export function PlatformDoor(props: PlatformDoorProps) {
  const { platform, note, isLocked, isToAdd, isOpening, isBusy, onOpen, ...rest } = props
  const { prefix, text } = isOpening ? { text: 'Opening…' } : note
  return (
    <button
      {...rest}
      type="button"
      className="platform-door"
      style={brandOf(platform)}
      title={isLocked ? lockText : undefined}
      data-adds={isToAdd}
      data-opening={isOpening || undefined}
      aria-disabled={isBusy || undefined}
      onClick={() => isBusy || onOpen()}
    >
      <span className="platform-door-arch">
        <PlatformMark platform={platform} />
        {isToAdd && <Sign className="platform-door-plus" path="M12 5v14M5 12h14" />}
      </span>
      <span className="platform-door-name">{platformNames[platform].displayName}</span>
      <span className="small">
        {isLocked && !isOpening && (
          <Sign className="platform-door-lock" path="M5 11h14v10H5zM8 11V8a4 4 0 0 1 8 0v3" />
        )}
        {prefix && <span className="visually-hidden">{prefix}</span>}
        {text}
      </span>
      {isLocked && !isOpening && <span className="visually-hidden">{lockText}</span>}
    </button>
  )
}

function Sign({ className, path }: { className: string; path: string }) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
