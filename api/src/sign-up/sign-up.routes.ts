import { signUp } from '@foyer/contract/routes/sign-up'
import { replaySignUp } from '../accounts/sign-up/replay-sign-up.ts'
import type { Serve, Services } from '../services.ts'
import { createAccount } from './create-account.ts'

export function signUpRoutes(serve: Serve, services: Services): void {
  serve(signUp, ({ body, ...request }) => createAccount(services, body, request), {
    replay: (sessionId, request) => replaySignUp(services, sessionId, request),
    unforeseen: 'sign-up-failed',
  })
}
