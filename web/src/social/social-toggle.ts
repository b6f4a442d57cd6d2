/** Keeps the toggle of social sign-in in this browser (product 3, 4). The cache and the service's answer are both validated. */
import { isSocialProvider, type SocialProvider } from '@foyer/contract/social/providers'
import { fits, listOf } from '../api/shape.ts'
import { keptRecord } from '../api/storage/kept-record.ts'
import { togglesKey } from '../api/storage/storage-keys.ts'

export type SocialAuth = { isEnabled: boolean; providers: SocialProvider[] }

const records = keptRecord<{ socialAuth: SocialAuth }>('localStorage', togglesKey, {
  socialAuth: { isEnabled: 'boolean', providers: listOf('string') },
})

/** Returns the toggle's content; null if it has another shape. Without a toggle, social sign-in is off. */
export function readToggle(toggle: unknown): SocialAuth | null {
  if (toggle === undefined) return { isEnabled: false, providers: [] }
  if (!fits(toggle, { enabled: { web: 'boolean' }, providers: listOf('string') })) return null
  const { enabled, providers } = toggle as { enabled: { web: boolean }; providers: string[] }
  // A newer release may list unknown providers.
  const known = [...new Set(providers.filter(isSocialProvider))]
  return { isEnabled: enabled.web && known.length > 0, providers: known }
}

export function cacheToggle(socialAuth: SocialAuth): void {
  records.write({ socialAuth }, '')
}
