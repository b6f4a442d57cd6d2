/** Decides how much a look-up reveals of a platform's users (docs/decisions/look-up-privacy.md). */
import type { EnumerationMode } from '../../config/config.ts'

/** `full`: the user's name. `guarded`: in unknown browsers the same answer for every address. `none`: no answer. */
export type Disclosure = 'full' | 'guarded' | 'none'

const disclosureByMode: Record<EnumerationMode, Partial<Record<Disclosure, Disclosure>>> = {
  spec: { guarded: 'full' },
  balanced: {},
  strict: { full: 'guarded' },
}

export function disclosureOf(lookup: Disclosure, mode: EnumerationMode): Disclosure {
  return disclosureByMode[mode][lookup] ?? lookup
}
