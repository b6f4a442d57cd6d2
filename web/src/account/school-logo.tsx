/** Shows a school's logo, or a building in its place. The name stands beside it. */
export function SchoolLogo({ logo }: { logo: string | null }) {
  return (
    <span className="school-logo">
      {logo === null ? (
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M3 20h18M5 20v-9m14 9v-9M2.5 11 12 5l9.5 6M10 20v-4.5h4V20" />
        </svg>
      ) : (
        <img src={logo} alt="" loading="lazy" />
      )}
    </span>
  )
}
