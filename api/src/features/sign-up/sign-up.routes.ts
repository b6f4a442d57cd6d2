import { joinPlatform, signUp } from '@foyer/contract/routes/sign-up'
import { breakerRules } from '../../identity/tokens/otp-breaker.ts'
import type { Serve, Services } from '../../services.ts'
import { replaySignUp } from '../accounts/replay-sign-up.ts'
import { createAccount } from './create-account.ts'
import { joinWithProof } from './join-platform.ts'

export function signUpRoutes(serve: Serve, services: Services): void {
  serve(signUp, (request) => createAccount(services, request), {
    replay: (sessionId, request) => replaySignUp(services, sessionId, request),
    unforeseen: 'sign-up-failed',
  })
  serve(joinPlatform, (request) => joinWithProof(services, request), {
    rules: ({ body }) => (body.proof.otp === undefined ? [] : breakerRules),
    replay: (sessionId, request) => replaySignUp(services, sessionId, request),
    unforeseen: 'sign-up-failed',
  })
}
