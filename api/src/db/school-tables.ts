/** Declares the shape of the reference data and of the schools that refer to it. */
import type { Generated } from 'kysely'
import type { Timestamp } from './record-tables.ts'

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
  type: string
  countryId: string
  /** A state of this country; null where the country has none. */
  stateId: string | null
  contactFirstName: string
  contactLastName: string | null
  status: Generated<'unverified' | 'verified' | 'rejected'>
  /** The user who signed the school up; null once that user is deleted. */
  founderId: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** The access lists: the users who may reach each school. */
export type SchoolAccess = {
  schoolId: string
  userId: string
  createdAt: Timestamp
}
