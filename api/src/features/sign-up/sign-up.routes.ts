import { joinPlatform, signUp } from '@foyer/contract/routes/sign-up'
import { breakerRules } from '../../identity/tokens/otp-breaker.ts'
import type { Serve, Services } from '../../services.ts'
import { addPlatform } from '../accounts/add-platform.ts'
import { refuseClosedPlatform } from '../accounts/closed-platform.ts'
import { joinWithAccount } from '../accounts/join-with-account.ts'
import { openAccount } from '../accounts/open-account.ts'
import { replaySignUp } from '../accounts/replay-sign-up.ts'

export function signUpRoutes(serve: Serve, services: Services): void {
  const { db, outbox } = services
  serve(
    signUp,
    async (request) => {
      const { body, requestContext } = request
      await refuseClosedPlatform(db, { platform: body.platform, isSignUp: true }, requestContext)
      return openAccount(services, body, request)
    },
    {
      replay: (sessionId, request) => replaySignUp(services, sessionId, request),
      unforeseen: 'sign-up-failed',
    },
  )
  serve(
    joinPlatform,
    async (request) => {
      const { body, requestContext } = request
      const { platform } = body
      await refuseClosedPlatform(db, { platform, isSignUp: true }, requestContext)
      return joinWithAccount(services, body, request, {
        purpose: 'sign_up',
        platform,
        add: (trx, user) => addPlatform(trx, outbox, { user, platform, requestContext }),
      })
    },
    {
      rules: ({ body }) => (body.proof.otp === undefined ? [] : breakerRules),
      replay: (sessionId, request) => replaySignUp(services, sessionId, request),
      unforeseen: 'sign-up-failed',
    },
  )
}
