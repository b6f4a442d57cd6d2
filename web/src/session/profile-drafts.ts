/**
 * Keeps what the user has typed into a form of the profile and not saved, for a reload, a closed tab or an ended session. A
 * shared computer keeps it only for the tab.
 */
import type { Platform } from '@foyer/contract/platforms'
import { type Check, filled, fits } from '../api/shape.ts'
import { own } from '../api/storage/browser-storage.ts'
import { expiringRecord } from '../api/storage/expiring-record.ts'
import { profileDraftKey, profileDraftLifeMs } from '../api/storage/storage-keys.ts'
import { isSharedComputer } from './last-person.ts'

/** The texts of a form by the names of its inputs. */
export type Texts = Readonly<Record<string, string>>
type ProfileDrafts = {
  /** The user who typed. */
  uuid: string
  /** By the form: a section and the id of an entry, such as 'awards/new'. */
  drafts: Readonly<Record<string, Texts>>
}

const isTexts: Check = (value) =>
  fits(value, {}) && Object.values(value as object).every((text) => typeof text === 'string')
const shape = {
  uuid: filled,
  drafts: (value: unknown) => fits(value, {}) && Object.values(value as object).every(isTexts),
}
const records = expiringRecord<ProfileDrafts>('localStorage', profileDraftKey, shape, profileDraftLifeMs)
const tabRecords = expiringRecord<ProfileDrafts>('sessionStorage', profileDraftKey, shape, profileDraftLifeMs)

/** Returns the drafts of a user. Those of another user are removed. */
function read(platform: Platform, uuid: string): ProfileDrafts['drafts'] {
  const store = isSharedComputer() ? tabRecords : records
  const kept = store.read(platform)
  if (kept && kept.uuid !== uuid) store.clear(platform)
  return kept?.uuid === uuid ? kept.drafts : {}
}

function write(platform: Platform, uuid: string, drafts: ProfileDrafts['drafts']): void {
  const store = isSharedComputer() ? tabRecords : records
  if (Object.keys(drafts).length > 0) store.write({ uuid, drafts }, platform)
  else store.clear(platform)
}

export function keepDraft(platform: Platform, uuid: string, form: string, texts: Texts): void {
  write(platform, uuid, { ...read(platform, uuid), [form]: texts })
}

export function readDraft(platform: Platform, uuid: string, form: string): Texts | null {
  return (own(read(platform, uuid), form) as Texts | undefined) ?? null
}

export function forgetDraft(platform: Platform, uuid: string, form: string): void {
  const { [form]: _, ...others } = read(platform, uuid)
  write(platform, uuid, others)
}

/** Lists the forms with a draft. */
export function draftForms(platform: Platform, uuid: string): string[] {
  return Object.keys(read(platform, uuid))
}
