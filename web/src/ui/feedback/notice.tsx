import type { ReactNode, Ref } from 'react'
import { CloseButton } from './close-button.tsx'
import './notice.css'

type NoticeProps = { title: string; children?: ReactNode; ref?: Ref<HTMLDivElement> }

/** Shows an error of the whole form; it takes the focus when it appears, so it must be focusable. */
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

/** Lists the errors of several fields; each line leads to its field (GOV.UK's error summary). */
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

/** Focuses the field itself: a fragment in the address would add a history entry. */
function focusField(event: { preventDefault(): void }, id: string) {
  event.preventDefault()
  document.getElementById(id)?.focus()
}

/** Shows a message from the previous page, such as 'You have signed out'. The caller announces it. */
export function Banner({ text, onDismiss }: { text: string; onDismiss: () => void }) {
  return (
    <div className="notice notice-banner">
      <p>{text}</p>
      <CloseButton label="Dismiss" onClick={onDismiss} />
    </div>
  )
}
