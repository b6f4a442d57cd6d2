/**
 * Declares the messages between the windows of Foyer and of platforms (product 2.3, 2.5, 4). They are sent to exact
 * origins only. The checks are handwritten, because a validation library would be larger than the pages that use them.
 */

import { isPlatform, type Platform } from './platforms.ts'
import { tokenMaxLength } from './shared-values.ts'

type Messages = {
  /** Sends the parent or opener the one-time code, or null if no user is signed in. */
  code: { type: 'foyer:code'; code: string | null; platform: Platform }
  /** Tells the parent or opener that a page of Foyer is now listening for messages. */
  ready: { type: 'foyer:ready'; platform: Platform }
  /** Sends the parent frame the height of the embedded form in CSS pixels. */
  resize: { type: 'foyer:resize'; heightPx: number }
  /** Requests, from a trusted origin, to sign the user out of this platform. */
  logout: { type: 'foyer:logout'; platform: Platform }
  /** Notifies the parent frame that the user is signed out. */
  logoutSuccess: { type: 'foyer:logout-success'; platform: Platform }
  /** Sends the tokens of a sister site's session to the auto-login page. */
  autoLogin: { type: 'foyer:auto-login'; accessToken: string; refreshToken: string }
  /** Sends the sister site the result of the auto-login. */
  autoLoginResult: { type: 'foyer:auto-login-result'; isSignedIn: boolean }
}

export type MessageName = keyof Messages
export type Message<N extends MessageName> = Messages[N]

type Check = (value: unknown) => boolean
type Shapes = { readonly [N in MessageName]: { readonly [K in keyof Messages[N]]: Check | string } }

const isToken: Check = (value) => typeof value === 'string' && value !== '' && value.length <= tokenMaxLength
const isHeight: Check = (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0

/**
 * Each key has a fixed text or a check. Unknown keys are ignored, because other scripts may send messages to the same
 * window.
 */
const shapes: Shapes = {
  code: { type: 'foyer:code', code: (value) => value === null || isToken(value), platform: isPlatform },
  ready: { type: 'foyer:ready', platform: isPlatform },
  resize: { type: 'foyer:resize', heightPx: isHeight },
  logout: { type: 'foyer:logout', platform: isPlatform },
  logoutSuccess: { type: 'foyer:logout-success', platform: isPlatform },
  autoLogin: { type: 'foyer:auto-login', accessToken: isToken, refreshToken: isToken },
  autoLoginResult: { type: 'foyer:auto-login-result', isSignedIn: (value) => typeof value === 'boolean' },
}

/** Returns the message if the own properties of `data` have the shape of this name; otherwise null. */
export function readMessage<N extends MessageName>(name: N, data: unknown): Message<N> | null {
  if (typeof data !== 'object' || data === null) return null
  const message: Record<string, unknown> = {}
  for (const [key, check] of Object.entries<Check | string>(shapes[name])) {
    if (!Object.hasOwn(data, key)) return null
    const value = (data as Record<string, unknown>)[key]
    if (typeof check === 'string' ? value !== check : !check(value)) return null
    message[key] = value
  }
  return message as Message<N>
}
