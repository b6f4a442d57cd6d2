/**
 * Makes the device id (product 7.1): a fingerprint of the browser with some random digits, or a random id until there is one.
 * It is advisory: it only groups requests for limits. It stays the same during a visit, since an OTP challenge belongs to
 * the device id that requested it.
 */
import { readText, writeText } from '../storage/browser-storage.ts'
import { deviceKey, deviceUsedKey } from '../storage/storage-keys.ts'

/** A visit ends after this long without a request. */
const visitMs = 1_800_000

const idPattern = /^[A-Za-z0-9_-]{8,128}$/
/** A random id has four dashes, one with a fingerprint has one. */
const temporaryPattern = /^\d+(-\d+){4}$/

/** Returns the id at once, without waiting for a fingerprint. */
export function deviceId(): string {
  const kept = keptId()
  const id = kept ?? randomId()
  if (!kept) writeText('localStorage', deviceKey, id)
  writeText('localStorage', deviceUsedKey, String(Date.now()))
  return id
}

/** Checks whether a fingerprint would be used now: never during a visit with another id. */
export function wantsFingerprint(): boolean {
  const kept = keptId()
  if (kept === null) return true
  const usedAt = Number(readText('localStorage', deviceUsedKey))
  return temporaryPattern.test(kept) && Math.abs(Date.now() - usedAt) >= visitMs
}

/** Random digits keep equal computers of one classroom, which have equal fingerprints, from sharing limits. */
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
