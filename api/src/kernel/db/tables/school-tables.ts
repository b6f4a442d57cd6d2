/** Declares the shape of the reference data and of the schools that refer to it. */
import type { SchoolStatus, SchoolType } from '@foyer/contract/school-types'
import type { Generated, GeneratedAlways } from 'kysely'
import type { OptionalTimestamp, Timestamp } from './record-tables.ts'

/** The version of each list of reference data that is loaded. */
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
  /** Identifies the state of its country in every version of the data. */
  code: string
  name: string
  isListed: Generated<boolean>
}

export type Schools = {
  id: Generated<string>
  name: string
  type: SchoolType
  countryId: string
  /** A state of this country; null where the country has none. */
  stateId: string | null
  /** The examination board or the curriculum. */
  board: string | null
  address: string | null
  website: string | null
  /** Empty once the contact person is forgotten. */
  contactFirstName: string
  contactLastName: string | null
  contactEmail: string | null
  /** E.164. */
  contactPhone: string | null
  status: Generated<SchoolStatus>
  /** The text of the verifier with the last decision; null after a change that undoes it. */
  statusReason: string | null
  decidedAt: OptionalTimestamp
  /** The row of school_logos that the school shows. */
  logoId: string | null
  /** The words of the name, equal for two spellings of one name. */
  nameKey: GeneratedAlways<string>
  nameWords: GeneratedAlways<string>
  /** The user who signed the school up; null once that user is deleted. */
  founderId: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** Files of logos. */
export type SchoolLogos = {
  id: string
  /** Null until a school shows it, and after. */
  schoolId: string | null
  createdAt: Timestamp
}

/** The access lists: the users who may reach each school. */
export type SchoolAccess = {
  schoolId: string
  userId: string
  createdAt: Timestamp
}
