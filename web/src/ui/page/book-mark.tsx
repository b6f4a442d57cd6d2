import './book-mark.css'

/** The logo: an open book on the family's colour. */
export function BookMark() {
  return (
    <svg
      className="book-mark"
      viewBox="0 0 32 32"
      width="32"
      height="32"
      aria-hidden="true"
      focusable="false"
    >
      <rect className="book-mark-cover" width="32" height="32" rx="9" />
      <path className="book-mark-page" d="M15 10.6C12.4 8.9 9.6 8.4 7 8.8v12.4c2.6-.4 5.4.1 8 1.8z" />
      <path
        className="book-mark-page book-mark-turned"
        d="M17 10.6c2.6-1.7 5.4-2.2 8-1.8v12.4c-2.6-.4-5.4.1-8 1.8z"
      />
    </svg>
  )
}
