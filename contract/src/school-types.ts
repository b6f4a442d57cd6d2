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

/** The results of the verification. */
export const schoolStatuses = ['unverified', 'verified', 'rejected'] as const
export type SchoolStatus = (typeof schoolStatuses)[number]
