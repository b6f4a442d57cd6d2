import type { SchoolStatus } from '@foyer/contract/school-types'

/** The states in the words of verifiers. */
export const stateNames: Readonly<Record<SchoolStatus, string>> = {
  unverified: 'To check',
  verified: 'Verified',
  rejected: 'Refused',
}

export function SchoolState({ status }: { status: SchoolStatus }) {
  return (
    <span className="school-state" data-status={status}>
      {stateNames[status]}
    </span>
  )
}
