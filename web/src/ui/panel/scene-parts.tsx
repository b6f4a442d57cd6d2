/**
 * Draws the parts that the scenes of a panel share. Scenes are decoration, because the text next to them has the same
 * content.
 */
import type { ReactNode } from 'react'
import './scene-parts.css'
import { Tick } from './tick.tsx'

export { Tick }

export type Person = { name: string; about: string }
export type Note = { title: string; text: string }

/** Renders a box of 32 × 18 em that scales with the available space. */
export function Scene({ kind, children }: { kind: string; children: ReactNode }) {
  return (
    <div className="scene-room" aria-hidden="true">
      <div className={`scene scene-${kind}`}>{children}</div>
    </div>
  )
}

/** Shows a teacher's picture, name and subject. */
export function PersonRow({ name, about, isVerified }: Person & { isVerified?: boolean }) {
  return (
    <div className="scene-row">
      <Initials of={name} />
      <div>
        <div className="scene-strong">
          {name} {isVerified && <Tick />}
        </div>
        <div className="scene-small">{about}</div>
      </div>
    </div>
  )
}

export function Initials({ of: name }: { of: string }) {
  return <div className="scene-initials">{name.replace(/(\S)\S*\s*/g, '$1')}</div>
}

export function NoteCard({ title, text }: Note) {
  return (
    <div className="scene-card scene-note">
      <div className="scene-row">
        <Tick />
        <div>
          <div className="scene-strong">{title}</div>
          <div className="scene-small">{text}</div>
        </div>
      </div>
    </div>
  )
}
