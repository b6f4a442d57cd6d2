/** Keeps the text of a sign-up for a reload or a return to the page, but never a password. */
import type { Platform } from '@foyer/contract/platforms'
import { own } from '../../api/storage/browser-storage.ts'
import { expiringRecord } from '../../api/storage/expiring-record.ts'
import { draftKey, stepLifeMs } from '../../api/storage/storage-keys.ts'
import type { Draft, SignUpField } from './fields.ts'

/** The shape names no field, because a draft of the previous release may lack a field. */
const drafts = expiringRecord<object>('sessionStorage', draftKey, {}, stepLifeMs)

export function keepDraft(platform: Platform, fields: readonly SignUpField[], draft: Partial<Draft>): void {
  drafts.write(
    draftOf(fields, (name) => draft[name] ?? ''),
    platform,
  )
}

/** Returns empty texts if the draft is missing, too old or malformed. */
export function readDraft(platform: Platform, fields: readonly SignUpField[]): Partial<Draft> {
  const kept = drafts.read(platform)
  return draftOf(fields, (name) => String(own(kept, name) ?? ''))
}

export const forgetDraft: (platform: Platform) => void = drafts.clear

/** Returns the texts that a reload restores. */
export function draftOf(
  fields: readonly SignUpField[],
  textOf: (name: keyof Draft) => string,
): Partial<Draft> {
  const names = [...fields.map(({ name }) => name), 'knownEmail'] as const
  return Object.fromEntries(names.map((name) => [name, textOf(name)]))
}
