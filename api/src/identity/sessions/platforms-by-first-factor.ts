/** Decides which platforms a first factor opens. */
import { platformPolicies } from '@foyer/contract/platform-policies'
import type { Platform } from '@foyer/contract/platforms'
import type { Config } from '../../kernel/config/config.ts'
import { opensByOtp } from '../users/platforms-by-otp.ts'
import { firstFactorOf } from './assurance.ts'

/** Returns whether a sign-in with these methods opens a platform; a continued session must not open more. */
export function opensBy(
  amr: readonly string[],
  platform: Platform,
  config: Pick<Config, 'staffOtp'>,
): boolean {
  const first = firstFactorOf(amr)
  // A passkey, which is two factors, opens every platform.
  if (first.includes('pwd') || first.includes('user')) return true
  if (first.includes('otp')) return opensByOtp(config, platform)
  return platformPolicies[platform].offersSocial === true
}
