/** Knows the addresses of the parts of a profile. */

import type { Platform } from '@foyer/contract/platforms'
import { sectionNames } from '@foyer/contract/profile/section-names'
import type { ProfilePlace } from './profile-steps.ts'

export const profilePath = '/account/profile'

export function hrefOfPlace(place: ProfilePlace | null, platform: Platform): string {
  return `${profilePath}${place ? `/${place}` : ''}?platform=${platform}`
}

/** Returns the part of the profile at a path; null for the overview. */
export function placeOf(pathname: string): ProfilePlace | null {
  const name = pathname.slice(profilePath.length + 1)
  return name === 'about' ? name : (sectionNames.find((section) => section === name) ?? null)
}
