import type { ReactNode } from 'react'
import { Button } from '../ui/feedback/button.tsx'

type RowQuestionProps = {
  id: string
  /** Explains why the last request failed. */
  failure: ReactNode
  text: ReactNode
  confirm: string
  /** Null while no request runs. */
  busyText: string | null
  decline: string
  /** Set if the change takes something from the user. */
  isLoss?: boolean
  onConfirm: () => void
  onDecline: () => void
}

/** Asks the user to confirm a change, in the row that would change. */
export function RowQuestion(props: RowQuestionProps) {
  const { id, failure, text, confirm, busyText, decline, isLoss, onConfirm, onDecline } = props
  return (
    <fieldset
      className="facts-question"
      aria-labelledby={id}
      onKeyDown={({ key }) => key === 'Escape' && busyText === null && onDecline()}
    >
      {failure}
      <p id={id}>{text}</p>
      <div className="facts-answers">
        <Button
          look="secondary"
          data-tone={isLoss ? 'loss' : undefined}
          busyText={busyText}
          onClick={onConfirm}
        >
          {confirm}
        </Button>
        <Button look="quiet" onClick={onDecline} ref={focusIfLost}>
          {decline}
        </Button>
      </div>
    </fieldset>
  )
}

/** The question replaces the button that opened it, which loses the focus. */
function focusIfLost(button: HTMLButtonElement | null): void {
  if (document.activeElement === document.body) button?.focus()
}

/** Returns the focus to the button that opened the question, once the row shows that button again. */
export function focusAfterQuestion(buttonId: string): void {
  requestAnimationFrame(() => document.getElementById(buttonId)?.focus())
}
