/**
 * The device identifier header (Spec 7.1): a fingerprint of the browser with a few digits of chance, or a random id until
 * there is one. Advisory: it only says which limits count together. One id a visit, since a code belongs to the device
 * that asked for it.
 */
import { readText, writeText } from '../storage/browser-storage.ts'
import { deviceKey, deviceUsedKey } from '../storage/storage-keys.ts'

/** As long as nothing was asked for, another visit has begun. */
const visitMs = 1_800_000

const idPattern = /^[A-Za-z0-9_-]{8,128}$/
/** Of our own making, as below: what a fingerprint is part of has one dash. */
const temporaryPattern = /^\d+(-\d+){4}$/

/** Never waits. */
export function deviceId(): string {
  const kept = keptId()
  const id = kept ?? randomId()
  if (!kept) writeText('localStorage', deviceKey, id)
  writeText('localStorage', deviceUsedKey, String(Date.now()))
  return id
}

/** Whether a fingerprint would be taken now: not within a visit that goes by another id. */
export function wantsFingerprint(): boolean {
  const kept = keptId()
  if (kept === null) return true
  const usedAt = Number(readText('localStorage', deviceUsedKey))
  return temporaryPattern.test(kept) && Math.abs(Date.now() - usedAt) >= visitMs
}

/** Equal machines of one room have equal fingerprints, and shall not share their limits. */
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
