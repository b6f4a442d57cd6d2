/** Remembers, until the page is left, at which platforms the user has signed in on it, and by when each asks for a second factor. */
import type { Platform } from '@foyer/contract/platforms'
import type { Session } from '@foyer/contract/routes/sign-in'

const due = new Map<Platform, string | null>()

export function noteSignIn({ platform, enrolBy }: Session): void {
  due.set(platform, enrolBy ?? null)
}

/** Returns whether the user has signed in on this page. An auto-login, which needs no proof, does not count. */
export function hasSignedInHere(platform: Platform): boolean {
  return due.has(platform)
}

/** Returns once after a sign-in until when the user has to set up a second factor; null if nothing is to be set up. */
export function takeEnrolment(platform: Platform): string | null {
  const enrolBy = due.get(platform) ?? null
  if (enrolBy) due.set(platform, null)
  return enrolBy
}
