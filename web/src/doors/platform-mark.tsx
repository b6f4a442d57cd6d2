import { archMark, colourOf } from '@foyer/contract/families'
import type { Platform } from '@foyer/contract/platforms'
import type { CSSProperties } from 'react'
import '../ui/page/door.css'

/**
 * Draws the mark of any platform in its colour, without the margin of its box. The document has only the mark of its own
 * platform.
 */
export function PlatformMark({ platform }: { platform: Platform }) {
  const path = archMark(platform)
  return (
    <svg className="door" viewBox="3.5 2 25 28" style={brandOf(platform)} aria-hidden="true">
      <path d={path} className="door-ground" />
      <path d={path} className="door-light" />
      <path d={path} />
    </svg>
  )
}

/** Gives an element the colour of a platform. */
export function brandOf(platform: Platform): CSSProperties {
  const { light, dark } = colourOf(platform)
  return { '--brand': `light-dark(${light}, ${dark})` } as CSSProperties
}
