/** Checks the password that a signed-in user types again, before a change that an attacker would make first. */
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { attempt } from '../../kernel/limits/lockout.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import { checkPassword } from '../credentials/credentials.ts'
import type { Hasher } from '../credentials/password-hashing.ts'
import type { Caller } from './access-tokens.ts'
import { findUserLockout } from './user-lockouts.ts'

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
