import type { ReactNode, Ref } from 'react'
import { CloseButton } from './close-button.tsx'
import './notice.css'

type NoticeProps = {
  title: string
  /** The title with the seconds that are left. Screen readers keep the first title: the alert would announce each second. */
  ticking?: string | null | undefined
  children?: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** Shows an error of the whole form; it takes the focus when it appears, so it must be focusable. */
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

/** Shows a message from the previous page, such as 'You have signed out'. The caller announces it. */
export function Banner({ text, onDismiss }: { text: string; onDismiss: () => void }) {
  return (
    <div className="notice notice-banner">
      <p>{text}</p>
      <CloseButton label="Dismiss" onClick={onDismiss} />
    </div>
  )
}
