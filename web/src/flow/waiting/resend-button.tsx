import { announce } from '../../ui/feedback/live-regions.tsx'
import { WaitButton } from '../../ui/feedback/wait-button.tsx'
import { useSecondsLeft } from './use-seconds-left.ts'

type ResendButtonProps = {
  label: string
  /** Announced to screen readers when the wait ends. */
  whenReady: string
  resendAtMs: number
  isBusy: boolean
  onResend: () => void
}

/** Stays disabled, with a countdown, until the user may request another message (product 2.3, 4). */
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

/** 65 → '01:05' */
function clockText(seconds: number): string {
  const parts = [Math.floor(seconds / 60), seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
