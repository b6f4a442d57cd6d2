/** Draws the parts of a panel that the rendered HTML lacks: the controls, and all scenes after the first. */
import { ChecksScene, type ChecksSceneProps } from './checks-scene.tsx'
import { HiringScene, type HiringSceneProps } from './hiring-scene.tsx'
import './later-slides.css'
import './panel-controls.css'

export type LaterSceneProps =
  | ({ kind: 'checks' } & ChecksSceneProps)
  | ({ kind: 'hiring' } & HiringSceneProps)

export function LaterScene(scene: LaterSceneProps) {
  return scene.kind === 'checks' ? <ChecksScene {...scene} /> : <HiringScene {...scene} />
}

type PanelControlsProps = {
  names: string[]
  shown: number
  isOn: boolean
  onToggle: () => void
  onShow: (index: number) => void
}

/** Renders the controls. Pause comes first, so that the keyboard reaches it before any moving content (WCAG 2.2.2). */
export function PanelControls({ names, shown, isOn, onToggle, onShow }: PanelControlsProps) {
  return (
    <div className="panel-controls">
      <button type="button" className="panel-toggle" onClick={onToggle}>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
          <path d={isOn ? 'M4 3h3v10H4zM9 3h3v10H9z' : 'M5 3l8 5-8 5z'} />
        </svg>
        {isOn ? 'Pause' : 'Play'}
      </button>
      {names.map((name, index) => (
        <button
          key={name}
          type="button"
          className="panel-dot"
          aria-label={name}
          aria-current={index === shown || undefined}
          onClick={() => onShow(index)}
        />
      ))}
    </div>
  )
}
