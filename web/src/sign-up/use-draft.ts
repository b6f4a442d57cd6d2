import type { Platform } from '@foyer/contract/platforms'
import { useEffect } from 'react'
import { onStepChange } from '../flow/navigation/step-history.ts'
import { readStoredAuth } from '../session/stored-auth.ts'
import { keepDraft, readDraft } from './draft.ts'
import { type Draft, mapDraft } from './draft-fields.ts'
import { stepOfEntry } from './sign-up-history.ts'
import type { SignUpEvent } from './sign-up-machine.ts'

/** Restores the draft of this tab, keeps typed text, and follows Back and Forward. */
export function useDraft(platform: Platform, context: Draft, send: (event: SignUpEvent) => void): void {
  useEffect(() => {
    if (readStoredAuth(platform)) return
    send({ type: 'restored', draft: withQuery(readDraft(platform)), step: stepOfEntry() })
    return onStepChange(() => send({ type: 'stepShown', step: stepOfEntry() }))
  }, [platform, send])

  const texts = JSON.stringify(mapDraft(({ name }) => context[name]))
  useEffect(() => {
    const draft: Draft = JSON.parse(texts)
    if (Object.values(draft).some(Boolean)) keepDraft(platform, draft)
  }, [platform, texts])
}

/** Takes the email of the link on the first visit; later the draft wins. */
function withQuery(draft: Draft): Draft {
  const email = new URLSearchParams(location.search).get('email')
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isFresh = arrival?.type === 'navigate' && stepOfEntry() === 'name'
  return { ...draft, email: (isFresh && email) || draft.email || email || '' }
}
