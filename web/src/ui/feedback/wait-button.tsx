import type { ComponentProps } from 'react'
import './wait-button.css'

type WaitButtonProps = Omit<ComponentProps<'button'>, 'disabled' | 'className' | 'children'> & {
  label: string
  /** Until the wait is over: what is seen. Screen readers keep the label, and are not told every second. */
  waitingText: string | null
  isBusy?: boolean
}

/** Something that can be done again only after a wait. It keeps the focus, and takes no clicks meanwhile. */
export function WaitButton({ label, waitingText, isBusy = false, onClick, ...rest }: WaitButtonProps) {
  const isClosed = waitingText !== null || isBusy
  return (
    <button
      {...rest}
      type="button"
      className="button button-quiet button-waits"
      aria-disabled={isClosed || undefined}
      onClick={isClosed ? undefined : onClick}
    >
      {waitingText === null ? (
        label
      ) : (
        <>
          <span aria-hidden="true">{waitingText}</span>
          <span className="visually-hidden">{label}</span>
        </>
      )}
    </button>
  )
}
