import { Avatar } from '../ui/page/identity-chip.tsx'
import { Tick } from '../ui/panel/tick.tsx'

type TeacherCardProps = { name: string; about: string; chips: readonly string[] }

/** One teacher of the panel beside the form, for phones, which have no panel. Like the scenes of the panel, it is decoration. */
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
