/** Declares the tables of profiles. */
import type { ColumnType, Generated } from 'kysely'
import type { Timestamp } from './record-tables.ts'

export type Profiles = {
  userId: string
  /** In lower case; unique. */
  username: string
  headline: string | null
  about: string | null
  /** A day without a time, YYYY-MM-DD. */
  dateOfBirth: string | null
  countryId: string | null
  stateId: string | null
  city: string | null
  url: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** The value of a field of an entry. */
export type ItemValue = string | number | boolean | null

/** The entries of all sections of a profile (contract: profile/sections.ts). */
export type ProfileItems = {
  id: Generated<string>
  userId: string
  section: string
  /** Sorts the entries of a section; may have gaps. */
  position: number
  /** All fields of the section, with camelCase keys; an empty field is null. */
  data: ColumnType<Record<string, ItemValue>, string, string>
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** The users and schools that may not see a profile. */
export type ProfileBlocks = {
  id: Generated<string>
  userId: string
  blockedUserId: string | null
  schoolId: string | null
  /** The name and username at the time of the block. */
  name: string
  username: string | null
  createdAt: Timestamp
}
