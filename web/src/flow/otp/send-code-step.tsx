import { channelOf } from '@foyer/contract/contact'
import { otpDigits } from '@foyer/contract/shared-values'
import type { ReactNode } from 'react'
import type { Failure } from '../../api/failure.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { FormFrame } from '../form/form-frame.tsx'

type SendCodeStepProps = {
  identifier: string
  /** Replaces the default heading and lead, if the step must say more than that a code will be sent. */
  title?: string
  lead?: ReactNode
  failure: Failure | null
  chip: ReactNode
  isBusy: boolean
  busyText: string
  onCode: () => void
  onRetry: () => void
  onPassword: (() => void) | null
  below?: ReactNode
}

const noFields = [] as const

/** Offers to send the first code, after sending failed or when opening a link must not send a code. */
export function SendCodeStep(props: SendCodeStepProps) {
  const { identifier, lead, failure, chip, isBusy, busyText, onCode, onRetry, onPassword, below } = props
  const title =
    props.title ?? (channelOf(identifier) === 'sms' ? 'Get a code by text message' : 'Get a code by email')
  return (
    <FormFrame
      heading={title}
      lead={
        lead ?? (
          <>
            We will send a {otpDigits}-digit code to <strong dir="ltr">{identifier}</strong>
          </>
        )
      }
      above={chip}
      fields={noFields}
      failure={failure}
      isBusy={isBusy}
      submit="Send code"
      busyText={busyText}
      onValid={onCode}
      onRetry={onRetry}
      below={
        <>
          {onPassword && (
            <Button look="secondary" onClick={onPassword}>
              Sign in with password
            </Button>
          )}
          {below}
        </>
      }
    />
  )
}
