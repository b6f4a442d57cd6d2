import { putName } from '@foyer/contract/routes/own-name'
import { changePassword, getOwnPassword, getSettings, putSettings } from '@foyer/contract/routes/settings'
import { breakerRules } from '../../identity/tokens/otp-breaker.ts'
import type { Serve, Services } from '../../services.ts'
import { changeOwnPassword, readOwnPassword } from './change-password.ts'
import { replaceOwnName } from './own-name.ts'
import { readOwnSettings, replaceOwnSettings } from './own-settings.ts'

export function settingsRoutes(serve: Serve, services: Services): void {
  serve(changePassword, ({ body, ...request }) => changeOwnPassword(services, body, request), {
    rules: ({ body }) => (body.otp === undefined ? [] : breakerRules),
  })
  serve(getOwnPassword, ({ caller }) => readOwnPassword(services, caller))
  serve(getSettings, ({ caller }) => readOwnSettings(services, caller))
  serve(putSettings, ({ caller, body, requestContext }) =>
    replaceOwnSettings(services, caller, body, requestContext),
  )
  serve(putName, ({ caller, body, requestContext }) => replaceOwnName(services, caller, body, requestContext))
}
