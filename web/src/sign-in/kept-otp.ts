/** Keeps the OTP challenge of a platform, so that the user can continue in a new tab. The code itself is never kept. */

import type { Platform } from '@foyer/contract/platforms'
import { otpChallengeSeconds } from '@foyer/contract/shared-values'
import { orNull } from '../api/shape.ts'
import { expiringRecord } from '../api/storage/expiring-record.ts'
import { otpKey } from '../api/storage/storage-keys.ts'
import type { Challenge } from '../flow/otp/challenge.ts'
import type { Person } from './sign-in-machine.ts'

type KeptOtp = { identifier: string; person: Person; challenge: Challenge }

type OtpRecord = { identifier: string; person: Person; token: string; resendAtMs: number }

const records = expiringRecord<OtpRecord>(
  'localStorage',
  otpKey,
  {
    identifier: 'string',
    token: 'string',
    resendAtMs: 'number',
    person: { uuid: 'string', hasPassword: 'boolean', fullName: orNull('string'), picture: orNull('string') },
  },
  otpChallengeSeconds * 1000,
)

export function keepOtp(platform: Platform, { identifier, person, challenge }: KeptOtp): void {
  const { token, resendAtMs } = challenge
  records.write({ identifier, person, token, resendAtMs }, platform)
}

export const forgetOtp: (platform: Platform) => void = records.clear

/** Returns the platform's kept challenge. With `uuid`, returns the challenge only if it belongs to that user. */
export function readKeptOtp(platform: Platform, uuid?: string): KeptOtp | null {
  const kept = records.read(platform)
  if (!kept || (uuid !== undefined && uuid !== kept.person.uuid)) return null
  const { identifier, person, token, resendAtMs } = kept
  return { identifier, person, challenge: { token, resendAtMs, isNew: false } }
}
