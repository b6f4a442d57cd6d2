/** Steps as history entries on one URL, and what a reload on a later step needs. Never a password. */
import type { Platform } from '@foyer/contract/platforms'
import { own, readJson, removeText, writeText } from '../../api/storage/browser-storage.ts'

export type StepRecord = {
  step: string
  uuid: string
  identifier: string
  fullName: string | null
  picture: string | null
  hasPassword: boolean
}

const lifeMs = 600_000

/** Shows a later step: an entry of its own, so that Back leaves it; in a frame Back is the embedding page's. */
export function enterStep(step: string): void {
  const state = { ...history.state, step }
  if (isFramed() || currentStep() !== null) history.replaceState(state, '')
  else history.pushState(state, '')
}

/** Shows the first step, unless Back has led there already; whoever was kept for the later one is forgotten. */
export function leaveStep(platform: Platform): void {
  if (currentStep() === null) return
  forgetStep(platform)
  leaveEntry()
}

/** From a later step's entry to the first one's. */
export function leaveEntry(): void {
  if (isFramed()) forgetEntry()
  else history.back()
}

/** The step of this history entry; null on the first. */
export function currentStep(): string | null {
  const step = own(history.state, 'step')
  return typeof step === 'string' ? step : null
}

/** Tells of Back and Forward, until the returned function is called. */
export function onStepChange(listener: (step: string | null) => void): () => void {
  const tell = () => listener(currentStep())
  addEventListener('popstate', tell)
  return () => removeEventListener('popstate', tell)
}

export function keepStep(platform: Platform, record: StepRecord): void {
  writeText('sessionStorage', keyOf(platform), JSON.stringify({ ...record, keptAt: Date.now() }))
}

export function forgetStep(platform: Platform): void {
  removeText('sessionStorage', keyOf(platform))
}

/** What was kept for the step this history entry shows; without it the entry counts as the first step's again. */
export function restoreStep(platform: Platform): StepRecord | null {
  const step = currentStep()
  if (step === null) return null
  const kept = readJson('sessionStorage', keyOf(platform))
  if (isRecord(kept) && kept.step === step && isFresh(own(kept, 'keptAt'))) return kept
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

function keyOf(platform: Platform): string {
  return `foyer.step.${platform}`
}

function isFresh(keptAt: unknown): boolean {
  return typeof keptAt === 'number' && Math.abs(Date.now() - keptAt) < lifeMs
}

function isRecord(value: unknown): value is StepRecord {
  return (
    ['step', 'uuid', 'identifier'].every((name) => typeof own(value, name) === 'string') &&
    [own(value, 'fullName'), own(value, 'picture')].every(
      (text) => text === null || typeof text === 'string',
    ) &&
    typeof own(value, 'hasPassword') === 'boolean'
  )
}
