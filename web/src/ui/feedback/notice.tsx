import type { ReactNode, Ref } from 'react'
import './notice.css'

type NoticeProps = { title: string; children?: ReactNode; ref?: Ref<HTMLDivElement> }

/** What went wrong with the whole form; takes the focus when it appears, so it must be focusable. */
export function ErrorNotice({ title, children, ref }: NoticeProps) {
  return (
    <div className="notice notice-error" role="alert" tabIndex={-1} ref={ref}>
      <p className="notice-title">
        <span className="visually-hidden">Error: </span>
        {title}
      </p>
      {children}
    </div>
  )
}

type SummaryProps = { errors: { id: string; text: string }[]; ref?: Ref<HTMLDivElement> }

/** More than one field is wrong: each line leads to its field (GOV.UK's error summary). */
export function ErrorSummary({ errors, ref }: SummaryProps) {
  return (
    <div
      className="notice notice-error"
      role="alert"
      tabIndex={-1}
      aria-labelledby="error-summary-title"
      ref={ref}
    >
      <h2 className="notice-title" id="error-summary-title">
        There is a problem
      </h2>
      <ul className="notice-list">
        {errors.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={(event) => focusField(event, id)}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A fragment in the address would be a history entry, and hold nothing after a reload. */
function focusField(event: { preventDefault(): void }, id: string) {
  event.preventDefault()
  document.getElementById(id)?.focus()
}

/** News left by the page before, such as 'You have signed out'. Whoever shows it announces it. */
export function Banner({ text, onDismiss }: { text: string; onDismiss: () => void }) {
  return (
    <div className="notice notice-banner">
      <p>{text}</p>
      <button type="button" className="notice-close" onClick={onDismiss} aria-label="Dismiss">
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
          <path
            d="M3.5 3.5l9 9m0-9l-9 9"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinecap="round"
          />
        </svg>
      </button>
    </div>
  )
}
