/** Draws the icons of rows. The row's label says the same. */

export function KeyIcon() {
  return <Icon path="M3 12a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0M12 12h9v3.5M17 12v2.5" />
}

export function PhoneIcon() {
  return (
    <Icon path="M8 3h8a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 16 21H8a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 8 3m3 15h2" />
  )
}

export function CodesIcon() {
  return <Icon path="M4 6h1M4 12h1M4 18h1M9 6h11M9 12h11M9 18h11" />
}

function Icon({ path }: { path: string }) {
  return (
    <svg className="facts-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
