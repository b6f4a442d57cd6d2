/** The code somebody is about to type, kept where a lost tab's successor finds it (ux: in-app browsers). Never the code. */
import { otpChallengeSeconds } from '@foyer/contract/limits'
import type { Platform } from '@foyer/contract/platforms'
import { own, readJson, removeText, writeText } from '../api/storage/browser-storage.ts'
import { keptOtpKey } from './kept-otp-key.ts'
import type { Challenge, Person } from './sign-in-machine.ts'

export type KeptOtp = { identifier: string; person: Person; challenge: Challenge }

export function keepOtp(platform: Platform, { identifier, person, challenge }: KeptOtp): void {
  const { token, resendAtMs } = challenge
  const kept = { identifier, person, token, resendAtMs, keptAt: Date.now() }
  writeText('localStorage', keptOtpKey(platform), JSON.stringify(kept))
}

export function forgetOtp(platform: Platform): void {
  removeText('localStorage', keptOtpKey(platform))
}

/** null where nothing is kept, for this person if one is named, or it is too old or not of our making. */
export function readKeptOtp(platform: Platform, uuid?: string): KeptOtp | null {
  const kept = readJson('localStorage', keptOtpKey(platform))
  const [identifier, token] = [own(kept, 'identifier'), own(kept, 'token')]
  const [resendAtMs, keptAt] = [own(kept, 'resendAtMs'), own(kept, 'keptAt')]
  const person = readPerson(own(kept, 'person'))
  if (typeof identifier !== 'string' || typeof token !== 'string' || !person) return null
  if (uuid !== undefined && uuid !== person.uuid) return null
  if (typeof resendAtMs !== 'number' || typeof keptAt !== 'number') return null
  if (Math.abs(Date.now() - keptAt) >= otpChallengeSeconds * 1000) {
    forgetOtp(platform)
    return null
  }
  return { identifier, person, challenge: { token, resendAtMs, isNew: false } }
}

function readPerson(value: unknown): Person | null {
  const [uuid, hasPassword] = [own(value, 'uuid'), own(value, 'hasPassword')]
  if (typeof uuid !== 'string' || typeof hasPassword !== 'boolean') return null
  return { uuid, hasPassword, fullName: textIn(value, 'fullName'), picture: textIn(value, 'picture') }
}

function textIn(value: unknown, name: string): string | null {
  const text = own(value, name)
  return typeof text === 'string' ? text : null
}
