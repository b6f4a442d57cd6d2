import type { ComponentProps } from 'react'
import './wait-button.css'

type WaitButtonProps = Omit<ComponentProps<'button'>, 'disabled' | 'className' | 'children'> & {
  label: string
  /** The visible text until the wait ends. Screen readers read the label instead, so that they do not announce each second. */
  waitingText: string | null
  isBusy?: boolean
}

/** Renders a button whose action is available after a wait. During the wait the button keeps the focus and ignores clicks. */
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
