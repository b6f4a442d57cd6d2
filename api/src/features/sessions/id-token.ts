/** Makes the ID token that the browser sends to the token-sync URL (docs/decisions/tokens.md). */
import type { createIdToken } from '@foyer/contract/routes/id-token'
import type { Result } from '@foyer/contract/routes/route'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { signIdToken } from '../../identity/sessions/id-tokens.ts'
import { findOpenSession } from '../../identity/sessions/sessions.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Services } from '../../services.ts'

/** Throws `not-found` where no token-sync URL is configured. */
export async function makeIdToken(
  { db, config, signingKeys }: Services,
  { sessionId }: Caller,
): Promise<Result<typeof createIdToken>> {
  const { tokenSync, baseUrl } = config
  if (!tokenSync) throw new Failure('not-found')
  const session = await findOpenSession(db, sessionId)
  if (!session) throw new Failure('session-ended')
  const audience = new URL(tokenSync.url).origin
  const { maxAgeSeconds } = tokenSync
  return { idToken: await signIdToken(signingKeys, session, { issuer: baseUrl, audience, maxAgeSeconds }) }
}
