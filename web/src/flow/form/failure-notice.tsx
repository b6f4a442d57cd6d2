import { useEffect, useRef } from 'react'
import { type Failure, sentenceOf, unexpected } from '../../api/failure.ts'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { useOnlineRetry } from '../waiting/use-online-retry.ts'
import { useWaitSentence } from '../waiting/use-wait-sentence.ts'

type FailureNoticeProps = {
  failure: Failure | null
  /** Called when the network is back, if the network failed. */
  onOnline: () => void
}

const noForm = { current: null }

/** Shows a failure on a page without a form, in an alert that takes the focus. */
export function FailureNotice({ failure, onOnline }: FailureNoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  const ticking = useWaitSentence(failure)
  useOnlineRetry(noForm, failure, onOnline)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure takes the focus once.
  useEffect(() => notice.current?.focus(), [failure])
  return (
    failure &&
    ticking !== null && (
      <ErrorNotice title={sentenceOf(failure) || unexpected} ticking={ticking} ref={notice} />
    )
  )
}
