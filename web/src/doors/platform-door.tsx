import { archMark, colourOf } from '@foyer/contract/families'
import { platformNames } from '@foyer/contract/platform-names'
import type { Platform } from '@foyer/contract/platforms'
import type { CSSProperties } from 'react'
import '../ui/page/door.css'

type PlatformDoorProps = {
  platform: Platform
  /** What the user should know before the tap, such as the last visit. */
  notes: readonly string[]
  /** The user has tapped this door, and the platform is being opened. */
  isOpening: boolean
  /** The user has tapped a door, so that no other opens now. */
  isBusy: boolean
  onOpen: () => void
}

/** Renders a platform of the user as a door: the platform's mark in its colour, with its name. */
export function PlatformDoor({ platform, notes, isOpening, isBusy, onOpen }: PlatformDoorProps) {
  return (
    <button
      type="button"
      className="platform-door"
      style={brandOf(platform)}
      data-opening={isOpening || undefined}
      aria-disabled={isBusy || undefined}
      onClick={() => isBusy || onOpen()}
    >
      <PlatformMark platform={platform} />
      <span className="platform-door-name">{platformNames[platform].displayName}</span>
      {(isOpening ? ['Opening…'] : notes).map((note) => (
        <span key={note} className="small">
          {note}
        </span>
      ))}
    </button>
  )
}

/** Draws the mark of any platform without the margin of its box. The document has only that of its own platform. */
function PlatformMark({ platform }: { platform: Platform }) {
  const path = archMark(platform)
  return (
    <svg className="door" viewBox="3.5 2 25 28" aria-hidden="true">
      <path d={path} className="door-light" />
      <path d={path} />
    </svg>
  )
}

function brandOf(platform: Platform): CSSProperties {
  const { light, dark } = colourOf(platform)
  return { '--brand': `light-dark(${light}, ${dark})` } as CSSProperties
}
