/** Defines the lifetimes of sessions and access tokens. */
import { platformPolicies } from '@foyer/contract/platform-policies'
import type { Platform } from '@foyer/contract/platforms'

const minutes = 60
const hours = 60 * minutes
const days = 24 * hours

/** The lifetimes by the platform's session class. */
export const sessionLives = {
  learner: { accessSeconds: 10 * minutes, idleSeconds: 14 * days, absoluteSeconds: 30 * days },
  organisation: { accessSeconds: 10 * minutes, idleSeconds: 7 * days, absoluteSeconds: 30 * days },
  staff: { accessSeconds: 5 * minutes, idleSeconds: 1 * hours, absoluteSeconds: 12 * hours },
} as const

export function livesOf(platform: Platform) {
  return sessionLives[platformPolicies[platform].sessionClass]
}

/** The lifetimes of a browser session: since its last use, and since the last proof in the browser. */
export const browserSessionLives = {
  own: { idleSeconds: 14 * days, absoluteSeconds: 30 * days },
  /** A shared computer; the sessions of the browser live no longer either. */
  shared: { idleSeconds: 20 * minutes, absoluteSeconds: 12 * hours },
} as const

/** For this long after a password or code, a user enters further platforms of staff with one tap. */
export const proofSeconds = 12 * hours
