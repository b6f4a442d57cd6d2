/** Reads and replaces the user's own settings. */
import { agreementNames, type Settings } from '@foyer/contract/routes/settings'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import { findSettings, storeSettings } from '../../identity/users/user-settings.ts'
import { recordEvent } from '../../kernel/audit.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'

export async function readOwnSettings({ db }: Services, { userId }: Caller): Promise<Settings> {
  return findSettings(db, userId)
}

/** Replaces all settings. In a platform's session the settings that need the user's agreement must stay unchanged. */
export async function replaceOwnSettings(
  services: Services,
  caller: Caller,
  settings: Settings,
  requestContext: RequestContext,
): Promise<Settings> {
  const { userId, sessionId, platform, clientId, isOwn } = caller
  return changeAsUser(services, caller, async (trx) => {
    const stored = await findSettings(trx, userId)
    if (!isOwn) {
      const changed = agreementNames.filter((name) => settings[name] !== stored[name])
      if (changed.length > 0) {
        requestContext.report({ event: 'platform-refused', userId, sessionId, platform })
        const fields = Object.fromEntries(changed.map((name) => [name, userAgrees]))
        throw new Failure('no-access', { detail: userAgrees, fields })
      }
    }
    await storeSettings(trx, userId, settings)
    if (settings.profileVisibility !== stored.profileVisibility) {
      const event = settings.profileVisibility === 'public' ? 'profile-shown' : 'profile-hidden'
      await recordEvent(trx, { event, requestContext, userId, sessionId, platform, clientId })
    }
    return settings
  })
}

const userAgrees = 'Only the user can agree to this, at Foyer. Send the value that you read.'
