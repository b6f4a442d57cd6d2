/** How much strangers may learn of the people of a platform (docs/decisions/look-up-privacy.md). */
import type { EnumerationMode } from '../../config/config.ts'

/** What a form tells: names; to strangers only that a password exists, known person or not; nothing at all. */
export type Openness = 'named' | 'guarded' | 'closed'

const opennessByMode: Record<EnumerationMode, Partial<Record<Openness, Openness>>> = {
  spec: { guarded: 'named' },
  balanced: {},
  strict: { named: 'guarded' },
}

export function opennessOf(lookup: Openness, mode: EnumerationMode): Openness {
  return opennessByMode[mode][lookup] ?? lookup
}
