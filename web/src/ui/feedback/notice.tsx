import type { ReactNode, Ref } from 'react'
import { CloseButton } from './close-button.tsx'
import './notice.css'

type NoticeProps = {
  title: string
  /** The title with the remaining seconds. Screen readers keep the first title, because an alert would announce each second. */
  ticking?: string | null | undefined
  children?: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** Shows an error of the whole form. The notice is focusable, because it takes the focus when it appears. */
export function ErrorNotice({ title, ticking, children, ref }: NoticeProps) {
  return (
    <div className="notice notice-error" role="alert" tabIndex={-1} ref={ref}>
      <p className="notice-title">
        <span className="visually-hidden">Error: </span>
        <span className={ticking ? 'visually-hidden' : undefined}>{title}</span>
        {ticking && (
          <span className="countdown" aria-hidden="true">
            {ticking}
          </span>
        )}
      </p>
      {children}
    </div>
  )
}

/** Shows a message from the previous page, such as 'You have signed out'. The caller announces the message. */
export function Banner({ text, onDismiss }: { text: string; onDismiss: () => void }) {
  return (
    <div className="notice notice-banner">
      <p>{text}</p>
      <CloseButton label="Dismiss" onClick={onDismiss} />
    </div>
  )
}
