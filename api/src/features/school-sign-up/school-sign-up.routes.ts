import { addSchoolToAccount, signUpSchool } from '@foyer/contract/routes/school-sign-up'
import { breakerRules } from '../../identity/tokens/otp-breaker.ts'
import type { Serve, Services } from '../../services.ts'
import { openAccount } from '../accounts/open-account.ts'
import { replaySignUp } from '../accounts/replay-sign-up.ts'
import { createSchool, platform, refuseWrongLocation } from '../schools/create-school.ts'
import { signUpWithAccount } from './sign-up-with-account.ts'

export function schoolSignUpRoutes(serve: Serve, services: Services): void {
  serve(
    signUpSchool,
    async (request) => {
      const { body } = request
      await refuseWrongLocation(services.db, body, request.counted)
      return openAccount(services, { ...body, platform }, request, (trx, userId) =>
        createSchool(trx, userId, body, request.requestContext),
      )
    },
    {
      replay: (sessionId, request) => replaySignUp(services, sessionId, request),
      unforeseen: 'sign-up-failed',
    },
  )
  serve(addSchoolToAccount, (request) => signUpWithAccount(services, request), {
    rules: ({ body }) => (body.proof.otp === undefined ? [] : breakerRules),
    replay: (sessionId, request) => replaySignUp(services, sessionId, request),
    unforeseen: 'sign-up-failed',
  })
}
