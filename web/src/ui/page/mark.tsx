import './mark.css'

/** The arch of the platform's family, whose shape the document holds once (app/arcade.ts). */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
      <use href="#mark" />
    </svg>
  )
}
