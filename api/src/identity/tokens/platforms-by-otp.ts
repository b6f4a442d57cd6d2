/** Decides what a one-time code opens for a user, since the configuration may exclude staff. */
import { platformPolicies } from '@foyer/contract/platform-policies'
import type { Platform } from '@foyer/contract/platforms'
import type { Config } from '../../kernel/config/config.ts'
import type { User } from '../users/find-user.ts'

type StaffOtp = Pick<Config, 'staffOtp'>

/** Lists the platforms that a code alone opens for this user. */
export function platformsByOtp({ staffOtp }: StaffOtp, { platforms }: User): Platform[] {
  return platforms.filter(
    (platform) => staffOtp === 'on' || platformPolicies[platform].sessionClass !== 'staff',
  )
}

/** Checks every platform: a password opens all of them, so a code must not set one where it may not open each. */
export function maySetPasswordByCode(config: StaffOtp, user: User): boolean {
  return platformsByOtp(config, user).length === user.platforms.length
}
