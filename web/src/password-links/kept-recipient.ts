/**
 * To whom a link was asked for, and where they came from, kept in this browser as long as the link works: its page
 * knows the address in full then, for password managers, though the service shows it masked, and leads back to where
 * its person wanted to go.
 */
import { resetLinkSeconds } from '@foyer/contract/limits'
import type { Platform } from '@foyer/contract/platforms'
import { own, readJson, removeText, writeText } from '../api/storage/browser-storage.ts'

const key = 'foyer.link-recipient'

/** `search` is the query of the page that asked. */
export function keepRecipient(identifier: string, search: string): void {
  writeText('localStorage', key, JSON.stringify({ identifier, search, keptAt: Date.now() }))
}

export function forgetRecipient(): void {
  removeText('localStorage', key)
}

export function readRecipient(): string | null {
  return readKept()?.identifier ?? null
}

/** The query that somebody asked with, for them and this platform alone. */
export function queryOfRecipient(identifier: string | null, platform: Platform): URLSearchParams | null {
  const kept = readKept()
  if (!kept || !identifier || folded(kept.identifier) !== folded(identifier)) return null
  const query = new URLSearchParams(kept.search)
  return query.get('platform') === platform ? query : null
}

function folded(identifier: string): string {
  return identifier.includes('@') ? identifier.trim().toLowerCase() : identifier.replace(/\D/g, '')
}

function readKept(): { identifier: string; search: string } | null {
  const kept = readJson('localStorage', key)
  const [identifier, search, keptAt] = ['identifier', 'search', 'keptAt'].map((name) => own(kept, name))
  if (typeof identifier !== 'string' || typeof keptAt !== 'number') return null
  if (Math.abs(Date.now() - keptAt) < resetLinkSeconds * 1000)
    return { identifier, search: typeof search === 'string' ? search : '' }
  forgetRecipient()
  return null
}

const mask = /•+/

/** Whether a masked address, such as 'a•••@example.com', can be the one that was typed. */
export function fitsMask(typed: string, masked: string): boolean {
  return masked.includes('@') ? fitsMail(typed, masked) : fitsPhone(typed, masked)
}

function fitsMail(typed: string, masked: string): boolean {
  const [name = '', domain, ...more] = typed.trim().toLowerCase().split('@')
  const [maskedName = '', maskedDomain] = masked.toLowerCase().split('@')
  if (!domain || more.length > 0 || domain !== maskedDomain) return false
  const [start = '', end = ''] = maskedName.split(mask)
  return name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end)
}

/** Only the last digits are compared: whoever types a number may leave out the country. */
function fitsPhone(typed: string, masked: string): boolean {
  const end =
    masked
      .replace(/[^\d•]/g, '')
      .split(mask)
      .at(-1) ?? ''
  const digits = typed.replace(/\D/g, '')
  return !typed.includes('@') && end.length > 1 && digits.length > end.length && digits.endsWith(end)
}
