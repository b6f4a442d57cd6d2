import './checks-scene.css'
import { sealEdge } from '../seal-edge.ts'
import { type Person, PersonRow, Scene, Tick } from './scene-parts.tsx'

export type ChecksSceneProps = {
  person: Person
  /** The verified facts. */
  checks: string[]
  /** The fact that is being verified. */
  pending: string
}

/** Shows a profile whose facts are ticked off one after the other, with a seal. */
export function ChecksScene({ person, checks, pending }: ChecksSceneProps) {
  return (
    <Scene kind="checks">
      <div className="scene-card" />
      <div className="scene-card">
        <PersonRow {...person} />
        <ul className="scene-list">
          {checks.map((check) => (
            <li key={check}>
              <Tick />
              {check}
            </li>
          ))}
          <li>
            <span className="scene-ring" />
            {pending}
          </li>
        </ul>
      </div>
      <svg className="scene-seal" viewBox="0 0 64 64" aria-hidden="true">
        <path d={sealEdge()} />
        <circle cx="32" cy="32" r="21" />
        <path className="scene-seal-tick" d="M22 33l7 7 14-15" />
      </svg>
    </Scene>
  )
}
