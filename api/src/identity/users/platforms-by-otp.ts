/** Decides which platforms a one-time code opens. The configuration may exclude the platforms of staff. */
import { platformPolicies } from '@foyer/contract/platform-policies'
import type { Platform } from '@foyer/contract/platforms'
import type { Config } from '../../kernel/config/config.ts'
import type { User } from './find-user.ts'

type StaffOtp = Pick<Config, 'staffOtp'>

/** Returns whether a code without a password opens a platform. */
export function opensByOtp({ staffOtp }: StaffOtp, platform: Platform): boolean {
  return staffOtp === 'on' || platformPolicies[platform].sessionClass !== 'staff'
}

/** Lists the platforms that a code without a password opens for this user. */
export function platformsByOtp(config: StaffOtp, { platforms }: User): Platform[] {
  return platforms.filter((platform) => opensByOtp(config, platform))
}

/** Returns whether a code may set a password. A password opens every platform, so the code must open every one too. */
export function maySetPasswordByCode(config: StaffOtp, user: User): boolean {
  return platformsByOtp(config, user).length === user.platforms.length
}
