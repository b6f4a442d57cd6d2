import type { Platform } from '@foyer/contract/platforms'
import { useEffect } from 'react'
import { readStoredAuth } from '../../session/stored-auth.ts'
import { onStepChange } from '../navigation/current-step.ts'
import { draftOf, keepDraft, readDraft } from './draft-store.ts'
import type { SignUpContext, SignUpEvent } from './sign-up-machine.ts'
import { stepOfEntry } from './step-entries.ts'

/** Restores the draft of this tab, stores typed text, and follows Back and Forward. */
export function useDraft(
  platform: Platform,
  context: SignUpContext,
  send: (event: SignUpEvent) => void,
): void {
  const { fields } = context
  useEffect(() => {
    if (readStoredAuth(platform)) return
    const kept = readDraft(platform, fields)
    const step = stepOfEntry()
    const email = emailAfter(kept.email, step === 'applicant')
    send({ type: 'restored', draft: { ...kept, email }, step })
    return onStepChange(() => send({ type: 'stepShown', step: stepOfEntry() }))
  }, [platform, fields, send])

  const texts = JSON.stringify(draftOf(fields, (name) => context[name]))
  useEffect(() => {
    const draft = JSON.parse(texts)
    if (Object.values(draft).some(Boolean)) keepDraft(platform, fields, draft)
  }, [platform, fields, texts])
}

/** Prefers the email of the link on the first visit, and the draft's email after a reload. */
function emailAfter(kept: string | undefined, isFirstStep: boolean): string {
  const email = new URLSearchParams(location.search).get('email')
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isFresh = navigation?.type === 'navigate' && isFirstStep
  return (isFresh && email) || kept || email || ''
}
