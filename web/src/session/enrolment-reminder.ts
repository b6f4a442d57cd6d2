/** Keeps, from a sign-in until the handover, that the user has to set up a second factor soon. */
import type { Platform } from '@foyer/contract/platforms'
import type { Session } from '@foyer/contract/routes/sign-in'

const due = new Map<Platform, string>()

export function noteEnrolment({ platform, enrolBy }: Session): void {
  if (enrolBy) due.set(platform, enrolBy)
  else due.delete(platform)
}

/** Returns once after a sign-in until when the user has to set up a second factor; null if nothing is to be set up. */
export function takeEnrolment(platform: Platform): string | null {
  const enrolBy = due.get(platform) ?? null
  due.delete(platform)
  return enrolBy
}
