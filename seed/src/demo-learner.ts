/** Describes a demo learner: the user, the portrait and the profile. */
import type { SectionName } from '@foyer/contract/profile/sections'

/** The features that `draw-portraits.ts` draws. */
export type Portrait = {
  /** The colours of the background, from its beginning to its end. */
  ground: readonly [string, string]
  skin: string
  hair: 'short' | 'curly' | 'long' | 'bun' | 'afro' | 'scarf' | 'turban' | 'braids'
  /** The colour of hair, scarf or turban. */
  hairColour: string
  /** Without it a beard has the colour of the hair. */
  beardColour?: string
  clothes: string
  extra?: 'glasses' | 'beard' | 'earrings'
}

/** The fields of an entry; a reference is written as its code: 'hi' of languages, 'IN' of countries. */
export type LearnerEntry = Record<string, string>

export type Learner = {
  email: string
  firstName: string
  lastName: string
  username: string
  headline: string
  about: string
  dateOfBirth: string
  /** ISO 3166-1 code of the country, name of the state, city. */
  place: readonly [country: string, state: string | null, city: string]
  /** Without one the initials stand for the learner. */
  portrait?: Portrait
  /** Hidden profiles answer like unknown ones. */
  isHidden?: true
  entries: Partial<Record<SectionName, readonly LearnerEntry[]>>
}
