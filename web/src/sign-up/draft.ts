/** What somebody typed, for a reload or a way back to this page. Never a password. */
import type { Platform } from '@foyer/contract/platforms'
import { own, readJson, removeText, writeText } from '../api/browser-storage.ts'
import type { Draft } from './sign-up-machine.ts'

const lifeMs = 600_000

export function keepDraft(platform: Platform, { firstName, lastName, email }: Draft): void {
  const kept = { firstName, lastName, email, keptAt: Date.now() }
  writeText('sessionStorage', keyOf(platform), JSON.stringify(kept))
}

/** Empty texts where nothing is kept, or it is too old or not of our making. */
export function readDraft(platform: Platform): Draft {
  const kept = readJson('sessionStorage', keyOf(platform))
  const keptAt = own(kept, 'keptAt')
  const isFresh = typeof keptAt === 'number' && Math.abs(Date.now() - keptAt) < lifeMs
  const text = (name: keyof Draft) => (isFresh ? String(own(kept, name) ?? '') : '')
  return { firstName: text('firstName'), lastName: text('lastName'), email: text('email') }
}

export function forgetDraft(platform: Platform): void {
  removeText('sessionStorage', keyOf(platform))
}

function keyOf(platform: Platform): string {
  return `foyer.sign-up.${platform}`
}
