import './door.css'

/** The arch of the platform's family with light in its door, while the user is taken to the platform. */
export function Door() {
  return (
    <svg className="door" viewBox="0 0 32 32" aria-hidden="true">
      <use href="#mark" className="door-light" />
      <use href="#mark" />
    </svg>
  )
}
