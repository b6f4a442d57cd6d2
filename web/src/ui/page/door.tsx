import './door.css'

/** Shows the family's arch with light in its door, while the browser opens the platform. */
export function Door() {
  return (
    <svg className="door" viewBox="0 0 32 32" aria-hidden="true">
      <use href="#mark" className="door-light" />
      <use href="#mark" />
    </svg>
  )
}
