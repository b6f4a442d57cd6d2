import { putName } from '@foyer/contract/routes/own-name'
import { changePassword, getSettings, putSettings } from '@foyer/contract/routes/settings'
import type { Serve, Services } from '../services.ts'
import { changeOwnPassword } from './change-password.ts'
import { replaceOwnName } from './own-name.ts'
import { readOwnSettings, replaceOwnSettings } from './own-settings.ts'

export function settingsRoutes(serve: Serve, services: Services): void {
  serve(changePassword, ({ body, ...request }) => changeOwnPassword(services, body, request))
  serve(getSettings, ({ caller }) => readOwnSettings(services, caller))
  serve(putSettings, ({ caller, body, requestContext }) =>
    replaceOwnSettings(services, caller, body, requestContext),
  )
  serve(putName, ({ caller, body, requestContext }) => replaceOwnName(services, caller, body, requestContext))
}
