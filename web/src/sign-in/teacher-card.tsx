import { Avatar } from '../ui/page/identity-chip.tsx'
import { Tick } from '../ui/panel/tick.tsx'

type TeacherCardProps = { title: string; name: string; about: string }

/**
 * Shows one teacher of the panel on a phone, which has no room for the panel, below the panel's title: without the title,
 * users could take the teacher for the person who signs in. The card is decoration, like the scenes of the panel.
 */
export function TeacherCard({ title, name, about }: TeacherCardProps) {
  return (
    <div className="teacher-card" aria-hidden="true">
      <Avatar name={name} picture={null} />
      <div>
        <div className="teacher-card-title">{title}</div>
        <div className="small">
          {name} <Tick className="teacher-card-tick" /> {about}
        </div>
      </div>
    </div>
  )
}
