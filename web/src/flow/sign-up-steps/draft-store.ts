/** Keeps the text typed into a sign-up for a reload or a return to the page, but never a password. */
import type { Platform } from '@foyer/contract/platforms'
import { own } from '../../api/storage/browser-storage.ts'
import { expiringRecord } from '../../api/storage/expiring-record.ts'
import { draftKey, stepLifeMs } from '../../api/storage/storage-keys.ts'
import { type SignUpField, type TextsOf, textsOf } from './field-list.ts'

/** The shape names no field: a draft of the previous release may lack one. */
const drafts = expiringRecord<object>('sessionStorage', draftKey, {}, stepLifeMs)

export function keepDraft<F extends SignUpField>(
  platform: Platform,
  fields: readonly F[],
  draft: TextsOf<F>,
): void {
  drafts.write(
    textsOf(fields, ({ name }) => draft[name as F['name']]),
    platform,
  )
}

/** Returns empty texts if the kept draft is missing, too old or malformed. */
export function readDraft<F extends SignUpField>(platform: Platform, fields: readonly F[]): TextsOf<F> {
  const kept = drafts.read(platform)
  return textsOf(fields, ({ name }) => String(own(kept, name) ?? ''))
}

export const forgetDraft: (platform: Platform) => void = drafts.clear
