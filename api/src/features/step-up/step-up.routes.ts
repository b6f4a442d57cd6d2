import { startPasskeyStepUp, stepUp } from '@foyer/contract/routes/step-up'
import { breakerRules } from '../../identity/tokens/otp-breaker.ts'
import type { Serve, Services } from '../../services.ts'
import { askForPasskey } from './ask-for-passkey.ts'
import { proveAgain } from './prove-again.ts'

export function stepUpRoutes(serve: Serve, services: Services): void {
  serve(startPasskeyStepUp, ({ caller }) => askForPasskey(services, caller))
  serve(stepUp, ({ body, ...request }) => proveAgain(services, body, request), {
    rules: ({ body }) => (body.otp === undefined ? [] : breakerRules),
  })
}
