import type { Platform } from '@foyer/contract/platforms'
import { useEffect } from 'react'
import { readStoredAuth } from '../../session/stored-auth.ts'
import { onStepChange } from '../navigation/current-step.ts'
import { keepDraft, readDraft } from './draft-store.ts'
import { type SignUpField, type TextsOf, textsOf } from './field-list.ts'
import type { StepEntries } from './step-entries.ts'

type DraftEvent<T, S> = { type: 'restored'; draft: T; step: S } | { type: 'stepShown'; step: S }

/** Restores the draft of this tab, keeps typed text, and follows Back and Forward. `fields` has one named 'email'. */
export function useDraft<F extends SignUpField, S extends string>(
  platform: Platform,
  fields: readonly F[],
  { firstStep, stepOfEntry }: StepEntries<S>,
  context: TextsOf<F>,
  send: (event: DraftEvent<TextsOf<F>, S>) => void,
): void {
  useEffect(() => {
    if (readStoredAuth(platform)) return
    const kept = readDraft(platform, fields)
    const step = stepOfEntry()
    send({ type: 'restored', draft: { ...kept, ...emailAfter(kept, step === firstStep) }, step })
    return onStepChange(() => send({ type: 'stepShown', step: stepOfEntry() }))
  }, [platform, fields, firstStep, stepOfEntry, send])

  const texts = JSON.stringify(textsOf(fields, ({ name }) => context[name as F['name']]))
  useEffect(() => {
    const draft: TextsOf<F> = JSON.parse(texts)
    if (Object.values(draft).some(Boolean)) keepDraft(platform, fields, draft)
  }, [platform, fields, texts])
}

/** Takes the email of the link on the first visit; later the draft wins. */
function emailAfter(draft: Record<string, string>, isFirstStep: boolean): { email: string } {
  const email = new URLSearchParams(location.search).get('email')
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isFresh = navigation?.type === 'navigate' && isFirstStep
  return { email: (isFresh && email) || draft.email || email || '' }
}
