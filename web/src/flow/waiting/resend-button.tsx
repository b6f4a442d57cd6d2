import { announce } from '../../ui/feedback/live-regions.tsx'
import { WaitButton } from '../../ui/feedback/wait-button.tsx'
import { clockText } from './clock-text.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

type ResendButtonProps = {
  label: string
  /** Said aloud once it is time. */
  whenReady: string
  resendAtMs: number
  isBusy: boolean
  onResend: () => void
}

/** Closed, with a countdown, until another message may be asked for (Spec 2.3, 4). */
export function ResendButton({ label, whenReady, resendAtMs, isBusy, onResend }: ResendButtonProps) {
  const left = useSecondsLeft(resendAtMs, () => announce(whenReady))
  return (
    <WaitButton
      label={label}
      waitingText={left > 0 ? `Resend in ${clockText(left)}` : null}
      isBusy={isBusy}
      onClick={onResend}
    />
  )
}
