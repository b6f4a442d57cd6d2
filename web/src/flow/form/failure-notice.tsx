import { useEffect, useRef } from 'react'
import { type Failure, sentenceOf, unexpected } from '../../api/failure.ts'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { clearToasts, showToast } from '../../ui/feedback/toast.tsx'
import { useOnlineRetry } from '../waiting/use-online-retry.ts'
import { useWaitSentence } from '../waiting/use-wait-sentence.ts'

type FailureNoticeProps = {
  failure: Failure | null
  /** Called when the network is back, if the network failed. */
  onOnline: () => void
}

const noForm = { current: null }

/** Shows a failure on a page without a form: in an alert that takes the focus, and in a toast. */
export function FailureNotice({ failure, onOnline }: FailureNoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  const sentence = failure && (sentenceOf(failure) || unexpected)
  const shown = useWaitSentence(sentence, failure)
  useOnlineRetry(noForm, failure, onOnline)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is announced once.
  useEffect(() => {
    if (!sentence) return
    showToast(sentence, 'error', { isEcho: true })
    notice.current?.focus()
    return clearToasts
  }, [failure])
  return shown && <ErrorNotice title={shown} ref={notice} />
}
