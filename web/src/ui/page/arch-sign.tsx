import './arch-sign.css'

/** Line drawings for the badge. The centre is at 25 25. */
const badges = {
  /** An exclamation mark. */
  wrong: 'M25 21.3v4.4m0 2.8v.01',
  /** A question mark. */
  lost: 'M23.1 23.2a1.95 1.95 0 1 1 2.8 1.8c-.6.3-.9.7-.9 1.3m0 2.4v.01',
  /** A clock's hands. */
  expired: 'M25 21.6V25.4l2.4 1.5',
  /** A tick. */
  done: 'M22 25.3l2.1 2.1 3.9-4.5',
  /** An envelope's flap. */
  sent: 'M21.7 23.2h6.6v4.6h-6.6zl3.3 2.5 3.3-2.5',
}

/** Shows the family's arch above the heading of a page that ends or stops a visit. The badge shows the result. */
export function ArchSign({ badge }: { badge?: keyof typeof badges }) {
  return (
    <svg className="arch-sign" viewBox="0 0 32 32" aria-hidden="true">
      <use href="#mark" className="arch-sign-ground" />
      <use href="#mark" />
      {badge && (
        <g className={`arch-sign-badge arch-sign-${badge}`}>
          <circle cx="25" cy="25" r="7" />
          <path d={badges[badge]} />
        </g>
      )}
    </svg>
  )
}
