/** Keeps the text of a help request for a reload or a return to the page. */
import type { Platform } from '@foyer/contract/platforms'
import { expiringRecord } from '../api/storage/expiring-record.ts'
import { helpDraftKey, helpDraftLifeMs } from '../api/storage/storage-keys.ts'

/** The names are those of the inputs and of the contract. */
export type HelpDraft = { name: string; email: string; category: string; subject: string; message: string }

export const emptyDraft: HelpDraft = { name: '', email: '', category: '', subject: '', message: '' }

const shape = {
  name: 'string',
  email: 'string',
  category: 'string',
  subject: 'string',
  message: 'string',
} as const

const drafts = expiringRecord<HelpDraft>('sessionStorage', helpDraftKey, shape, helpDraftLifeMs)

export function keepDraft(platform: Platform, draft: HelpDraft): void {
  if (Object.values(draft).some(Boolean)) drafts.write(draft, platform)
  else drafts.clear(platform)
}

/** Returns empty texts if the draft is missing, too old or malformed. */
export function readDraft(platform: Platform): HelpDraft {
  return draftIn({ ...drafts.read(platform) })
}

/** Picks the fields of a draft from other values. Missing fields become empty texts. */
export function draftIn(values: Partial<Record<string, unknown>>): HelpDraft {
  const texts = Object.keys(emptyDraft).map((name) => [name, String(values[name] ?? '')])
  return Object.fromEntries(texts) as HelpDraft
}
