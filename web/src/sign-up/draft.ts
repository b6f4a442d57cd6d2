/** What somebody typed, for a reload or a way back to this page. Never a password. */
import type { Platform } from '@foyer/contract/platforms'
import { own, readJson, removeText, writeText } from '../api/storage/browser-storage.ts'
import { type Draft, mapDraft } from './draft-fields.ts'

const lifeMs = 600_000

export function keepDraft(platform: Platform, draft: Draft): void {
  const kept = { ...mapDraft(({ name }) => draft[name]), keptAt: Date.now() }
  writeText('sessionStorage', keyOf(platform), JSON.stringify(kept))
}

/** Empty texts where nothing is kept, or it is too old or not of our making. */
export function readDraft(platform: Platform): Draft {
  const kept = readJson('sessionStorage', keyOf(platform))
  const keptAt = own(kept, 'keptAt')
  const isFresh = typeof keptAt === 'number' && Math.abs(Date.now() - keptAt) < lifeMs
  return mapDraft(({ name }) => (isFresh ? String(own(kept, name) ?? '') : ''))
}

export function forgetDraft(platform: Platform): void {
  removeText('sessionStorage', keyOf(platform))
}

function keyOf(platform: Platform): string {
  return `foyer.sign-up.${platform}`
}
