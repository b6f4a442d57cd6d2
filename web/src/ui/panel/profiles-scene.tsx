import './profiles-scene.css'
import { type Note, NoteCard, type Person, PersonRow, Scene } from './scene-parts.tsx'

export type ProfilesSceneProps = {
  /** The last card is on top. */
  people: (Person & { chips: string[] })[]
  note: Note
}

/** Shows cards of teachers with their subjects. */
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
