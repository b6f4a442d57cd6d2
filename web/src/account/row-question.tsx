import type { ReactNode } from 'react'
import { Button } from '../ui/feedback/button.tsx'

type RowQuestionProps = {
  id: string
  /** Says why the last answer failed. */
  failure: ReactNode
  text: ReactNode
  confirm: string
  /** Null while no request runs. */
  busyText: string | null
  decline: string
  onConfirm: () => void
  onDecline: () => void
}

/** Asks before a change, in the row of the fact that would change. */
export function RowQuestion(props: RowQuestionProps) {
  const { id, failure, text, confirm, busyText, decline, onConfirm, onDecline } = props
  return (
    <fieldset className="facts-question" aria-labelledby={id}>
      {failure}
      <p id={id}>{text}</p>
      <div className="facts-answers">
        <Button look="secondary" busyText={busyText} onClick={onConfirm}>
          {confirm}
        </Button>
        <Button look="quiet" onClick={onDecline} ref={focusIfLost}>
          {decline}
        </Button>
      </div>
    </fieldset>
  )
}

/** The button that asked for the change is gone. */
function focusIfLost(button: HTMLButtonElement | null): void {
  if (document.activeElement === document.body) button?.focus()
}

/** Focuses the button that asked for the change, once its row shows the button again. */
export function focusAfterQuestion(buttonId: string): void {
  requestAnimationFrame(() => document.getElementById(buttonId)?.focus())
}
