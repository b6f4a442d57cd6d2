/** Lists the items of the top navigation on each platform (product 2.6). */

import { entryPath } from '../addresses.ts'
import { areas, authRoutes } from '../areas.ts'
import type { PageName } from '../pages.ts'
import { type Platform, platformRow } from '../platforms.ts'
import type { PlatformPage } from './platform-links.ts'

export type NavigationItem = {
  label: string
} /** `platform` is another platform of the area if the shown one is closed to sign-up. */ & (
  | { kind: 'page'; page: PageName; platform: Platform; path: string }
  /** A page of the platform's own site. */
  | { kind: 'platform'; page: PlatformPage }
)

/**
 * Returns the navigation items. Signed-out users get items on the school platforms only: sign up and sign in (product
 * 2.6).
 */
export function navigationOf(platform: Platform, { isSignedIn }: { isSignedIn: boolean }): NavigationItem[] {
  const signOut: NavigationItem = {
    label: 'Sign out',
    kind: 'page',
    page: 'logout',
    platform,
    path: authRoutes(platform).logout,
  }
  const settings: NavigationItem = { label: 'Settings', kind: 'platform', page: 'settings' }
  const { navigation, area, signUp } = platformRow(platform)
  if (!isSignedIn && navigation !== 'school') return []
  switch (navigation) {
    case 'learner':
      return [
        { label: 'My library', kind: 'platform', page: 'library' },
        { label: 'Profile', kind: 'page', page: 'account-profile', platform, path: '/account/profile' },
        { label: 'Orders', kind: 'platform', page: 'orders' },
        settings,
        signOut,
      ]
    case 'school': {
      if (isSignedIn) return [signOut]
      const open = signUp === 'invitation' ? areas[area].platform : platform
      const signUpPath = entryPath('sign-up', open)
      const signInPath = entryPath('sign-in', platform)
      return [
        { label: 'Sign up', kind: 'page', page: 'sign-up', platform: open, path: signUpPath },
        { label: 'Sign in', kind: 'page', page: 'sign-in', platform, path: signInPath },
      ]
    }
    case 'partner':
      return [settings, signOut]
    case 'default':
      return [signOut]
  }
}
