/**
 * Lists the types of schools that forms offer. It uses no schema library, because a form shows the types before it
 * validates.
 */
export const schoolTypes = [
  'preschool',
  'primary',
  'secondary',
  'all-through',
  'special',
  'vocational',
  'tutoring',
  'other',
] as const
export type SchoolType = (typeof schoolTypes)[number]

export const schoolTypeNames: Readonly<Record<SchoolType, string>> = {
  preschool: 'Preschool or kindergarten',
  primary: 'Primary school',
  secondary: 'Secondary school',
  'all-through': 'School for all ages',
  special: 'Special needs school',
  vocational: 'Vocational school',
  tutoring: 'Tutoring centre',
  other: 'Another kind of school',
}

/** The parts of a school that a verifier may ask its users to correct, in the order of the record. */
export const schoolParts = ['name', 'type', 'board', 'place', 'address', 'website', 'contact'] as const
export type SchoolPart = (typeof schoolParts)[number]

export const schoolPartNames: Readonly<Record<SchoolPart, string>> = {
  name: 'Name',
  type: 'Type of school',
  board: 'Board',
  place: 'Country and state',
  address: 'Address',
  website: 'Website',
  contact: 'Contact person',
}

/** The time in which the verifiers promise to decide, in working days. */
export const checkWorkingDays = 2

/** The results of the verification. */
export const schoolStatuses = ['unverified', 'verified', 'rejected'] as const
export type SchoolStatus = (typeof schoolStatuses)[number]
