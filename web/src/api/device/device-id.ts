/**
 * Builds the device id (product 7.1): a fingerprint of the browser plus random digits, or a random id until the fingerprint
 * is ready. The id is advisory and only groups requests for limits. The id does not change during a visit, because an OTP
 * challenge belongs to the device id that requested it.
 */
import { readText, writeText } from '../storage/browser-storage.ts'
import { deviceKey, deviceUsedKey } from '../storage/storage-keys.ts'

/** A visit ends after 30 minutes without a request. */
const visitMs = 1_800_000

const idPattern = /^[A-Za-z0-9_-]{8,128}$/
/** Matches a random id, which has four dashes. An id with a fingerprint has one dash. */
const temporaryPattern = /^\d+(-\d+){4}$/

/** Returns the current id without waiting for a fingerprint. */
export function deviceId(): string {
  const kept = keptId()
  const id = kept ?? randomId()
  if (!kept) writeText('localStorage', deviceKey, id)
  writeText('localStorage', deviceUsedKey, String(Date.now()))
  return id
}

/** Checks whether the id may change to a fingerprint now. The id may not change during a visit. */
export function wantsFingerprint(): boolean {
  const kept = keptId()
  if (kept === null) return true
  const usedAt = Number(readText('localStorage', deviceUsedKey))
  return temporaryPattern.test(kept) && Math.abs(Date.now() - usedAt) >= visitMs
}

/**
 * Stores a device id from the fingerprint plus random digits. Equal computers of a classroom have equal fingerprints; the
 * digits keep them from sharing limits.
 */
export function takeFingerprint(fingerprint: string): void {
  const chance = (keptId() ?? randomId()).replaceAll('-', '').slice(0, 8)
  const id = `${fingerprint}-${chance}`
  if (wantsFingerprint() && idPattern.test(id)) writeText('localStorage', deviceKey, id)
}

function randomId(): string {
  return crypto.getRandomValues(new Uint32Array(5)).join('-')
}

function keptId(): string | null {
  const kept = readText('localStorage', deviceKey)
  return kept !== null && idPattern.test(kept) ? kept : null
}
