import { useSecondsLeft } from '../flow/use-seconds-left.ts'
import { announce } from '../ui/live-regions.tsx'
import { WaitButton } from '../ui/wait-button.tsx'
import { clockText } from './clock-text.ts'

type ResendButtonProps = { resendAtMs: number; isBusy: boolean; onResend: () => void }

/** 'Resend OTP', closed until another code may be asked for (Spec 2.3, 4). */
export function ResendButton({ resendAtMs, isBusy, onResend }: ResendButtonProps) {
  const left = useSecondsLeft(resendAtMs, () => announce('You can resend the code now.'))
  return (
    <WaitButton
      label="Resend OTP"
      waitingText={left > 0 ? `Resend in ${clockText(left)}` : null}
      isBusy={isBusy}
      onClick={onResend}
    />
  )
}
