/**
 * Makes the steps of a form history entries of one URL, and keeps the data that a reload on a later step needs, never a
 * password.
 */
import type { Platform } from '@foyer/contract/platforms'
import { orNull } from '../../api/shape.ts'
import { expiringRecord } from '../../api/storage/expiring-record.ts'
import { stepKey, stepLifeMs } from '../../api/storage/storage-keys.ts'
import { currentStep } from './current-step.ts'

export type StepRecord = {
  step: string
  uuid: string
  identifier: string
  fullName: string | null
  picture: string | null
  hasPassword: boolean
}

const records = expiringRecord<StepRecord>(
  'sessionStorage',
  stepKey,
  {
    step: 'string',
    uuid: 'string',
    identifier: 'string',
    fullName: orNull('string'),
    picture: orNull('string'),
    hasPassword: 'boolean',
  },
  stepLifeMs,
)

/**
 * Adds a history entry for a later step, so that Back leaves the step. A frame only changes its entry, because Back belongs
 * to the embedding page.
 */
export function enterStep(step: string): void {
  const state = { ...history.state, step }
  if (isFramed() || currentStep() !== null) history.replaceState(state, '')
  else history.pushState(state, '')
}

/** Returns to the first step's entry, unless Back has already done so, and forgets the record of the later step. */
export function leaveStep(platform: Platform): void {
  if (currentStep() === null) return
  forgetStep(platform)
  leaveEntry()
}

/** Goes back from a later step's entry to the first step's entry. */
export function leaveEntry(): void {
  if (isFramed()) forgetEntry()
  else history.back()
}

export function storeStep(platform: Platform, record: StepRecord): void {
  records.write(record, platform)
}

export const forgetStep: (platform: Platform) => void = records.clear

/**
 * Returns the record of the step that this history entry shows. Without a record, the entry becomes an entry of the first
 * step.
 */
export function restoreStep(platform: Platform): StepRecord | null {
  const step = currentStep()
  if (step === null) return null
  const kept = records.read(platform)
  if (kept?.step === step) return kept
  forgetStep(platform)
  forgetEntry()
  return null
}

function forgetEntry(): void {
  history.replaceState({ ...history.state, step: null }, '')
}

function isFramed(): boolean {
  return window.parent !== window
}
