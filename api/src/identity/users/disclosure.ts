/** Decides how much a look-up reveals of a platform's users (docs/decisions/disclosure.md). */
import { type PlatformPolicy, platformPolicies } from '@foyer/contract/platform-policies'
import type { Platform } from '@foyer/contract/platforms'
import type { EnumerationMode } from '../../kernel/config/config.ts'

/** `full` discloses the user's name; `guarded` gives unknown browsers the same answer for every address; `none` refuses. */
type Disclosure = PlatformPolicy['disclosure']

const disclosureByMode: Record<EnumerationMode, Partial<Record<Disclosure, Disclosure>>> = {
  spec: { guarded: 'full' },
  balanced: {},
  strict: { full: 'guarded' },
}

export function disclosureOf(platform: Platform, mode: EnumerationMode): Disclosure {
  const { disclosure } = platformPolicies[platform]
  return disclosureByMode[mode][disclosure] ?? disclosure
}
