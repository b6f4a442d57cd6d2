/**
 * Keeps the address of a link request and the query of the request's page while the link is valid. The link's page then
 * knows the full address, which password managers need and the service masks, and can return the user to the target.
 */

import type { Platform } from '@foyer/contract/platforms'
import { resetLinkSeconds } from '@foyer/contract/shared-values'
import { expiringRecord } from '../../api/storage/expiring-record.ts'
import { recipientKey } from '../../api/storage/storage-keys.ts'

type Recipient = { identifier: string; search?: string }

const records = expiringRecord<Recipient>(
  'localStorage',
  recipientKey,
  { identifier: 'string' },
  resetLinkSeconds * 1000,
)

/** `search` is the query of the page with the form. */
export function keepRecipient(identifier: string, search: string): void {
  records.write({ identifier, search }, '')
}

export function forgetRecipient(): void {
  records.clear('')
}

export function readRecipient(): string | null {
  return records.read('')?.identifier ?? null
}

/** Returns the query of the request, if the same user made the request for this platform. */
export function queryOfRecipient(identifier: string | null, platform: Platform): URLSearchParams | null {
  const kept = records.read('')
  if (!kept || !identifier || folded(kept.identifier) !== folded(identifier)) return null
  const query = new URLSearchParams(kept.search ?? '')
  return query.get('platform') === platform ? query : null
}

function folded(identifier: string): string {
  return identifier.includes('@') ? identifier.trim().toLowerCase() : identifier.replace(/\D/g, '')
}

const mask = /•+/

/** Checks whether a masked address, such as 'a•••@example.com', can be the typed address. */
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

/** Compares only the last digits, because the user may omit the country code. */
function fitsPhone(typed: string, masked: string): boolean {
  const end =
    masked
      .replace(/[^\d•]/g, '')
      .split(mask)
      .at(-1) ?? ''
  const digits = typed.replace(/\D/g, '')
  return !typed.includes('@') && end.length > 1 && digits.length > end.length && digits.endsWith(end)
}
