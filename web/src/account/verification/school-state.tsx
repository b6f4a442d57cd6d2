import type { SchoolStatus } from '@foyer/contract/school-types'
import { StatePill } from '../state-pill.tsx'

/** The states in the words of verifiers. */
export const stateNames: Readonly<Record<SchoolStatus, string>> = {
  unverified: 'To check',
  verified: 'Verified',
  rejected: 'Refused',
}

export function SchoolState({ status }: { status: SchoolStatus }) {
  return <StatePill status={status}>{stateNames[status]}</StatePill>
}
