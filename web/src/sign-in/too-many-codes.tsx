import { waitInWords } from '@foyer/contract/errors'
import { type ReactNode, useEffect, useState } from 'react'
import type { Failure } from '../api/failure.ts'
import { useTitle } from '../flow/navigation/use-title.ts'
import { useSecondsLeft } from '../flow/waiting/use-seconds-left.ts'
import { Button } from '../ui/feedback/button.tsx'
import { announce } from '../ui/feedback/live-regions.tsx'
import { Heading } from '../ui/page/card.tsx'

type TooManyCodesProps = {
  failure: Failure | null
  chip: ReactNode
  onCode: () => void
  /** Set if a code was sent before. */
  onCodeAtHand: (() => void) | null
  onPassword: (() => void) | null
}

const title = 'You asked for too many codes'

/** Shows the wait until the next code, and the user's alternatives. */
export function TooManyCodes({ failure, chip, onCode, onCodeAtHand, onPassword }: TooManyCodesProps) {
  const [endsAtMs] = useState(() => Date.now() + (failure?.retryAfterSeconds ?? 0) * 1000)
  const left = useSecondsLeft(endsAtMs, () => announce('You can ask for a new code now.'))
  useTitle(title, true)
  useEffect(() => {
    const seconds = failure?.retryAfterSeconds
    announce(seconds ? `${title}. Try again in ${waitInWords(seconds)}.` : title)
  }, [failure])
  return (
    <>
      <Heading
        title={title}
        lead={
          <span className="countdown">
            {left > 0 ? `Try again in ${waitInWords(left)}.` : 'You can ask for a new code now.'}
          </span>
        }
      />
      <div className="stack">
        {chip}
        {left === 0 && <Button onClick={onCode}>Send a new code</Button>}
        {onPassword && (
          <Button look={left > 0 ? 'primary' : 'secondary'} onClick={onPassword}>
            Sign in with password
          </Button>
        )}
        {onCodeAtHand && (
          <Button look="secondary" onClick={onCodeAtHand}>
            Enter a code you have
          </Button>
        )}
      </div>
    </>
  )
}
