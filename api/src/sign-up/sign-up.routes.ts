import { signUp } from '@foyer/contract/routes/sign-up'
import type { Serve, Services } from '../services.ts'
import { answerAgain } from './answer-again.ts'
import { createAccount } from './create-account.ts'

export function signUpRoutes(serve: Serve, services: Services): void {
  serve(signUp, ({ body, ...where }) => createAccount(services, body, where), {
    replay: (sessionId, where) => answerAgain(services, sessionId, where),
    unforeseen: 'sign-up-failed',
  })
}
