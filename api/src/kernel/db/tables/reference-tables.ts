/** Declares the tables of reference data: countries, states, and the curated lists. */
import type { ColumnType, Generated } from 'kysely'
import type { Timestamp } from './record-tables.ts'

/** The loaded version of each list of reference data. */
export type ReferenceLists = {
  name: string
  version: string
  loadedAt: Timestamp
}

export type Countries = {
  id: Generated<string>
  iso2: string
  iso3: string
  name: string
  /** Begins with a plus sign; null for a territory without telephone numbers. */
  diallingCode: string | null
  flag: string
  /** False for a country that a later version of the data no longer has. */
  isListed: Generated<boolean>
}

export type States = {
  id: Generated<string>
  countryId: string
  /** Identifies the state within its country in every version of the data. */
  code: string
  name: string
  isListed: Generated<boolean>
}

/** The entries of every list of reference data except countries and states. */
export type ReferenceItems = {
  id: Generated<string>
  list: string
  /** Identifies the entry in every version of the data; null for an entry that staff added. */
  code: string | null
  name: string
  /** Equal for names that differ only in case, spaces and punctuation (features/reference/name-key.ts). */
  nameKey: string
  /** The position in a list with its own order; null in a list sorted by name, and for an addition. */
  position: number | null
  details: ColumnType<Record<string, string | number | null>, string | undefined, string>
  /** False for an entry that a later version of the data no longer has. */
  isListed: Generated<boolean>
  createdAt: Timestamp
}
