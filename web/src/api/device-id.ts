/** The device identifier header: a random id kept by the browser (Spec 7.1). */
import { readText, writeText } from './browser-storage.ts'

const key = 'foyer.device'

export function deviceId(): string {
  const kept = readText('localStorage', key)
  if (kept !== null && /^[A-Za-z0-9_-]{8,128}$/.test(kept)) return kept
  const fresh = crypto.getRandomValues(new Uint32Array(5)).join('-')
  writeText('localStorage', key, fresh)
  return fresh
}
