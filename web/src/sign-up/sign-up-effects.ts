/** Runs the calls of sign-up. */
import { platformRow } from '@foyer/contract/platforms'
import { joinPlatform, signUp } from '@foyer/contract/routes/sign-up'
import { queueEvent } from '../analytics/analytics.ts'
import { call } from '../api/call.ts'
import type { Effects } from '../flow/machine/step-machine.ts'
import { prepare, signUpEffectsOf } from '../flow/sign-up-steps/sign-up-effects.ts'
import { prepareCaptcha } from '../flow/sign-up-steps/submission.ts'
import type { PageLocation } from '../session/handover.ts'
import { applicantOf } from './draft-fields.ts'
import type { SignUpContext, SignUpEvent } from './sign-up-machine.ts'

export { prepare, prepareCaptcha }

/** `goTo` moves to a path of this front end; `source` is that of a partner's page. */
export function signUpEffects(
  page: PageLocation,
  goTo: (path: string) => void,
  source?: string,
): Effects<SignUpEvent, SignUpContext, 'signUp' | 'sendCode' | 'prove' | 'handOver'> {
  const { platform } = page
  const query = { platform: `${platformRow(platform).product}-web` } as const
  return signUpEffectsOf({
    page,
    goTo,
    source,
    purpose: 'sign_up',
    applicantOf: (context: SignUpContext) => applicantOf(context),
    signUp: (request, options) =>
      call(signUp, { query, body: { ...request, tokenType: 1, platform } }, options),
    // Without `account` the owner has access already, and signs in instead (product 8).
    hasAccount: ({ errors }) => errors.code === 'email-taken' && errors.account !== undefined,
    join: (request, options) => call(joinPlatform, { query, body: { ...request, platform } }, options),
    onCodeSent: () => queueEvent('otp_sent', { platform, medium: 'email' }),
  })
}
