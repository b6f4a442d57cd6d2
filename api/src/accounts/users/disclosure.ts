/** How much strangers may learn of the people of a platform (docs/decisions/look-up-privacy.md). */
import type { EnumerationMode } from '../../config/config.ts'

/** What a form tells: names; to strangers only that a password exists, known person or not; nothing at all. */
export type Disclosure = 'full' | 'guarded' | 'none'

const disclosureByMode: Record<EnumerationMode, Partial<Record<Disclosure, Disclosure>>> = {
  spec: { guarded: 'full' },
  balanced: {},
  strict: { full: 'guarded' },
}

export function disclosureOf(lookup: Disclosure, mode: EnumerationMode): Disclosure {
  return disclosureByMode[mode][lookup] ?? lookup
}
