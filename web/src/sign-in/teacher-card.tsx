import { Avatar } from '../ui/page/identity-chip.tsx'
import { Tick } from '../ui/panel/tick.tsx'

type TeacherCardProps = { name: string; about: string; chips: readonly string[] }

/**
 * Shows one teacher of the panel on a phone, which has no room for the panel. The card is decoration, like the scenes of
 * the panel.
 */
export function TeacherCard({ name, about, chips }: TeacherCardProps) {
  return (
    <div className="teacher-card" aria-hidden="true">
      <Avatar name={name} picture={null} />
      <div>
        <div className="teacher-card-name">
          {name}
          <Tick className="teacher-card-tick" />
        </div>
        <div className="small">{[about, ...chips].join(' · ')}</div>
      </div>
    </div>
  )
}
