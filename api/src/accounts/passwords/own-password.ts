/** Checks the password that a signed-in user types again, before a change that an attacker would make first. */
import { recordEvent } from '../../audit.ts'
import type { Db } from '../../db/connect.ts'
import type { Keyring } from '../../keyring.ts'
import { attempt } from '../../limits/lockout.ts'
import type { Browser, RequestContext } from '../../request-context.ts'
import type { Caller } from '../sessions/access-tokens.ts'
import { findUserLockout } from '../users/user-lockouts.ts'
import { checkPassword } from './credentials.ts'
import type { Hasher } from './password-hashing.ts'

type Services = { db: Db; keyring: Keyring; hasher: Hasher }

/** Returns the stored hash; null for a wrong password, which counts for the lockout of the sign-in, also where the user has none. */
export async function checkOwnPassword(
  services: Services,
  password: string,
  { caller, requestContext, browser }: { caller: Caller; requestContext: RequestContext; browser: Browser },
): Promise<string | null> {
  const { db, hasher } = services
  const { userId, sessionId, platform } = caller
  const recorded = { requestContext, userId, sessionId, platform }
  const { key } = await findUserLockout(services, { subject: userId, userId, browser })
  const hash = await attempt(db, { key, counted: [], recorded }, () =>
    checkPassword(db, hasher, { userId, password }),
  )
  if (hash === null) await recordEvent(db, { event: 'password-refused', ...recorded })
  return hash
}
