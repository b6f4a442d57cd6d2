import { useEffect, useRef } from 'react'
import { type Failure, noticeOf } from '../../api/failure.ts'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { useOnlineRetry } from '../waiting/use-online-retry.ts'
import { useWaitSentence } from '../waiting/use-wait-sentence.ts'

type FailureNoticeProps = {
  failure: Failure | null
  /** Called when the network is back after a network failure. */
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
  const text = failure && noticeOf(failure)
  return text && ticking !== null && <ErrorNotice title={text} ticking={ticking} ref={notice} />
}
