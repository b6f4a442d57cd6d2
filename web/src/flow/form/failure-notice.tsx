import { useEffect, useRef } from 'react'
import { type Failure, sentenceOf, unexpected } from '../../api/failure.ts'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { clearToasts, showToast } from '../../ui/feedback/toast.tsx'
import { useOnlineRetry } from '../waiting/use-online-retry.ts'
import { useWaitSentence } from '../waiting/use-wait-sentence.ts'

type FailureNoticeProps = {
  failure: Failure | null
  /** Once the network is back, where it was the network. */
  onOnline: () => void
}

const noForm = { current: null }

/** What failed where there is no form: in an alert that takes the focus, and in a toast. */
export function FailureNotice({ failure, onOnline }: FailureNoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  const sentence = failure && (sentenceOf(failure) || unexpected)
  const shown = useWaitSentence(sentence, failure)
  useOnlineRetry(noForm, failure, onOnline)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is said once.
  useEffect(() => {
    if (!sentence) return
    showToast(sentence, 'error', { isEcho: true })
    notice.current?.focus()
    return clearToasts
  }, [failure])
  return shown && <ErrorNotice title={shown} ref={notice} />
}
