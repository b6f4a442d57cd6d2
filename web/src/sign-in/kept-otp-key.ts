/** Where the state of a code is kept. Apart, so that the first screen can look whether there is any. */
import type { Platform } from '@foyer/contract/platforms'

export function keptOtpKey(platform: Platform): string {
  return `foyer.otp.${platform}`
}
