import './profiles-scene.css'
import { type Note, NoteCard, type Person, PersonRow, Scene } from './scene-parts.tsx'

export type ProfilesSceneProps = {
  /** The last one lies on top. */
  people: (Person & { chips: string[] })[]
  note: Note
}

/** Cards of teachers with what they teach. */
export function ProfilesScene({ people, note }: ProfilesSceneProps) {
  return (
    <Scene kind="profiles">
      {people.map(({ name, about, chips }) => (
        <div className="scene-card" key={name}>
          <PersonRow name={name} about={about} isVerified />
          <div className="scene-chips">
            {chips.map((chip) => (
              <span key={chip}>{chip}</span>
            ))}
          </div>
          <div className="scene-bar" />
        </div>
      ))}
      <NoteCard {...note} />
    </Scene>
  )
}
