import './mark.css'

/** Shows the family's mark. The document contains the shape of the mark once (app/arcade.ts). */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
      <use href="#mark" />
    </svg>
  )
}
