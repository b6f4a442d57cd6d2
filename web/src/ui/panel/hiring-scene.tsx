import './hiring-scene.css'
import { Initials, type Note, NoteCard, type Person, PersonRow, Scene } from './scene-parts.tsx'

export type HiringSceneProps = {
  /** The stages before the offer, each with its remaining teachers. */
  stages: (Note & { people: string[] })[]
  person: Person
  note: Note
}

/** Draws stairs from the shortlist to an accepted offer. */
export function HiringScene({ stages, person, note }: HiringSceneProps) {
  return (
    <Scene kind="hiring">
      {stages.map(({ title, text, people }) => (
        <div className="scene-card scene-stage" key={title}>
          <div className="scene-strong">{title}</div>
          <div className="scene-small">{text}</div>
          <div className="scene-people">
            {people.map((name) => (
              <Initials key={name} of={name} />
            ))}
          </div>
        </div>
      ))}
      <div className="scene-card">
        <PersonRow {...person} isVerified />
      </div>
      <NoteCard {...note} />
    </Scene>
  )
}
