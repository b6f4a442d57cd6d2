import './corner-motif.css'

/** The decoration of every page: an open book seen from its corner, in the family's colour. */
export function CornerMotif() {
  return (
    <svg className="corner-motif" viewBox="0 0 144 104" aria-hidden="true" focusable="false">
      <path className="corner-motif-leaf" d="M144 0H8C66 2 118 34 144 104z" />
      <path className="corner-motif-leaf" d="M144 0H64C98 3 126 24 144 68z" />
      <path
        className="corner-motif-line"
        d="M22 0C76 3 122 34 144 92M36 0C84 3 124 31 144 80M50 0C92 3 125 28 144 74"
      />
      <path className="corner-motif-edge" d="M144 0H106C122 4 135 16 144 36z" />
    </svg>
  )
}
