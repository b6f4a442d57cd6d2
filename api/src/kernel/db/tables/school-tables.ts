/** Declares the tables of schools. */
import type { SchoolPart, SchoolStatus, SchoolType } from '@foyer/contract/school-types'
import type { Generated, GeneratedAlways } from 'kysely'
import type { OptionalTimestamp, Timestamp } from './record-tables.ts'

export type Schools = {
  id: Generated<string>
  name: string
  type: SchoolType
  countryId: string
  /** A state of this country; null if the country has no states. */
  stateId: string | null
  /** The examination board or the curriculum. */
  board: string | null
  address: string | null
  website: string | null
  /** Empty after the contact person's data is erased. */
  contactFirstName: string
  contactLastName: string | null
  contactEmail: string | null
  /** E.164. */
  contactPhone: string | null
  status: Generated<SchoolStatus>
  /** The verifier's text with the last decision; null after a change that revokes the decision. */
  statusReason: string | null
  decidedAt: OptionalTimestamp
  /** The parts that the last rejection asks to correct. */
  partsToCorrect: Generated<SchoolPart[]>
  /** The time since which the school waits for a decision, or had waited for the last one. */
  submittedAt: Timestamp
  /** The row of school_logos with the current logo. */
  logoId: string | null
  /** The words of the name; equal for two spellings of one name. */
  nameKey: GeneratedAlways<string>
  nameWords: GeneratedAlways<string>
  /** The user who signed the school up; null after that user is deleted. */
  founderId: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** Files of logos. */
export type SchoolLogos = {
  id: string
  /** null before a school shows the logo, and after its removal. */
  schoolId: string | null
  createdAt: Timestamp
}

/** The access lists: the users who may reach each school. */
export type SchoolAccess = {
  schoolId: string
  userId: string
  createdAt: Timestamp
}

/** Open invitations to the access lists. */
export type SchoolInvitations = {
  id: Generated<string>
  schoolId: string
  /** As the inviter typed it, normalised. */
  email: string
  /** Equal for two spellings of one address (identity/users/identifier.ts). */
  emailKey: string
  /** The user who sent it last. */
  inviterId: string
  createdAt: Timestamp
  sentAt: Timestamp
  expiresAt: Timestamp
}
