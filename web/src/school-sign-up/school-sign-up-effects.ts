/** Runs the calls of school sign-up. */
import { platformRow } from '@foyer/contract/platforms'
import { addSchoolToAccount, signUpSchool } from '@foyer/contract/routes/schools'
import { queueEvent } from '../analytics/analytics.ts'
import { call } from '../api/call.ts'
import type { Effects } from '../flow/machine/step-machine.ts'
import { prepare, signUpEffectsOf } from '../flow/sign-up-steps/sign-up-effects.ts'
import { prepareCaptcha } from '../flow/sign-up-steps/submission.ts'
import type { PageLocation } from '../session/handover.ts'
import { applicantOf } from './school-fields.ts'
import type { SchoolContext, SchoolEvent } from './school-sign-up-machine.ts'

export { prepare, prepareCaptcha }

/** `goTo` moves to a path of this front end. */
export function schoolSignUpEffects(
  page: PageLocation,
  goTo: (path: string) => void,
): Effects<SchoolEvent, SchoolContext, 'signUp' | 'sendCode' | 'prove' | 'handOver'> {
  const { platform } = page
  const query = { platform: `${platformRow(platform).product}-web` } as const
  return signUpEffectsOf({
    page,
    goTo,
    purpose: 'school_sign_up',
    applicantOf: (context: SchoolContext) => applicantOf(context),
    signUp: (body, options) => call(signUpSchool, { query, body }, options),
    hasAccount: ({ errors }) => errors.code === 'email-taken',
    join: (body, options) => call(addSchoolToAccount, { query, body }, options),
    onCodeSent: () => queueEvent('otp_sent', { platform, medium: 'email' }),
  })
}
