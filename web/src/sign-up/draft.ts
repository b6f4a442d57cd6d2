/** Keeps the text typed into sign-up for a reload or a return to the page, but never a password. */
import type { Platform } from '@foyer/contract/platforms'
import { own } from '../api/storage/browser-storage.ts'
import { expiringRecord } from '../api/storage/expiring-record.ts'
import { draftKey, stepLifeMs } from '../api/storage/storage-keys.ts'
import { type Draft, mapDraft } from './draft-fields.ts'

/** The shape names no field: a draft of the previous release may lack one. */
const drafts = expiringRecord<object>('sessionStorage', draftKey, {}, stepLifeMs)

export function keepDraft(platform: Platform, draft: Draft): void {
  drafts.write(
    mapDraft(({ name }) => draft[name]),
    platform,
  )
}

/** Returns empty texts if the kept draft is missing, too old or malformed. */
export function readDraft(platform: Platform): Draft {
  const kept = drafts.read(platform)
  return mapDraft(({ name }) => String(own(kept, name) ?? ''))
}

export const forgetDraft: (platform: Platform) => void = drafts.clear
