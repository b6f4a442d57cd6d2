import { checkWorkingDays } from '@foyer/contract/school-types'
import type { School } from '@foyer/contract/schools/school-fields'
import { toBrowserTime } from '../../api/server-clock.ts'
import { momentText } from '../../flow/time-text.ts'
import { sealEdge } from '../../ui/seal-edge.ts'
import { checkDay, checkText } from './check-day.ts'

type SchoolCheckProps = { school: School; email: string | null }

/** Shows how far the check of a school is: its text, a sign and what comes next. */
export function SchoolCheck({ school, email }: SchoolCheckProps) {
  const { status, decidedAt } = school
  const submittedMs = toBrowserTime(school.submittedAt ?? school.createdAt)
  return (
    <div className="school-check" data-status={status}>
      <SchoolSeal status={status} />
      <p className="school-check-text">
        {status === 'verified' && 'Verified'}
        {status === 'unverified' && checkText(submittedMs)}
        {status === 'rejected' && 'Not verified yet'}
      </p>
      <p className="small">
        {status === 'verified' &&
          decidedAt &&
          `We checked your school ${momentText(toBrowserTime(decidedAt))}.`}
        {status === 'unverified' && waitText(submittedMs, email)}
        {status === 'rejected' &&
          (school.statusReason === null
            ? 'Ask us what to correct.'
            : 'Correct what we found, and we’ll check your school again.')}
      </p>
    </div>
  )
}

function waitText(submittedMs: number, email: string | null): string {
  const isLate = checkDay(submittedMs, Date.now()) > checkWorkingDays
  const answer = email ? `We’ll write to ${email}` : 'You’ll see the answer here'
  return isLate
    ? `Sorry for the wait. ${answer} as soon as we have checked.`
    : `${answer} when we have checked.`
}

const drawings = {
  /** A tick. */
  verified: 'M22 33l7 7 14-15',
  /** The hands of a clock. */
  unverified: 'M32 20v13l8 5',
  /** An exclamation mark. */
  rejected: 'M32 19v16m0 9v.01',
} as const

/** Draws a seal with a tick, a clock or a sign of warning. The text beside it says the same. */
export function SchoolSeal({ status }: Pick<School, 'status'>) {
  return (
    <svg className="school-seal" data-status={status} viewBox="0 0 64 64" aria-hidden="true">
      {status === 'verified' ? <path d={sealEdge()} /> : <circle cx="32" cy="32" r="27" />}
      <path className="school-seal-sign" d={drawings[status]} />
    </svg>
  )
}
