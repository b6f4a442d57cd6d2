/** Computes codes as an authenticator app does; browser tests use it too. */
import { TOTP } from 'otpauth'

/** Returns the code that an app with this secret shows now, or this many steps of 30 s later. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
}
