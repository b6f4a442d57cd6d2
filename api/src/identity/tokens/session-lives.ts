/** Defines the lifetimes of sessions and access tokens. */
import { platformPolicies } from '@foyer/contract/platform-policies'
import type { Platform } from '@foyer/contract/platforms'

/** The lifetimes by the platform's session class. */
export const sessionLives = {
  learner: { accessSeconds: 600, idleSeconds: 1_209_600, absoluteSeconds: 2_592_000 },
  organisation: { accessSeconds: 600, idleSeconds: 604_800, absoluteSeconds: 2_592_000 },
  staff: { accessSeconds: 300, idleSeconds: 3_600, absoluteSeconds: 43_200 },
} as const

export function livesOf(platform: Platform) {
  return sessionLives[platformPolicies[platform].sessionClass]
}

/** The lifetimes of a browser session: since its last use, and since the last proof in the browser. */
export const browserSessionLives = {
  own: { idleSeconds: 1_209_600, absoluteSeconds: 2_592_000 },
  /** A shared computer; the sessions of the browser live no longer either. */
  shared: { idleSeconds: 1_200, absoluteSeconds: 43_200 },
} as const

/** For this long after a password or code, a user enters further platforms of staff with one tap. */
export const proofSeconds = 43_200
