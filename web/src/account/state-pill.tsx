import type { SchoolStatus } from '@foyer/contract/school-types'
import type { ReactNode } from 'react'
import { SchoolSeal } from './school/school-check.tsx'

/** How a state looks: done, waits, waits too long, or the user must act. */
export type PillTone = 'good' | 'neutral' | 'warning' | 'error'

const tones: Readonly<Record<SchoolStatus, PillTone>> = {
  verified: 'good',
  unverified: 'warning',
  rejected: 'error',
}

type StatePillProps = { status: SchoolStatus; tone?: PillTone; children: ReactNode }

/** Names the state of a school's verification, with an icon. */
export function StatePill({ status, tone = tones[status], children }: StatePillProps) {
  return (
    <span className="state-pill" data-tone={tone}>
      <SchoolSeal status={status} />
      {children}
    </span>
  )
}
