import type { ReactNode } from 'react'

type FactProps = {
  icon?: ReactNode
  label: string
  value: ReactNode
  note?: ReactNode
  action?: ReactNode
}

/** Shows one row: a label, its value and an action. */
export function Fact({ icon, label, value, note, action }: FactProps) {
  return (
    <div className="facts-row">
      <dt>
        {icon}
        {label}
      </dt>
      <dd className="facts-value">
        {value}
        {note && <span className="facts-note">{note}</span>}
      </dd>
      {action && <dd className="facts-action">{action}</dd>}
    </div>
  )
}
