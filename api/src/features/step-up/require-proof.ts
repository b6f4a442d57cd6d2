/** Refuses a session whose proof is missing or too old for a route, and says how the user can prove it again. */
import type { Proofs } from '@foyer/contract/errors'
import type { NeededProof } from '@foyer/contract/routes/route'
import { recentProofSeconds } from '@foyer/contract/shared-values'
import { hasPassword } from '../../identity/credentials/credentials.ts'
import { countPasskeys } from '../../identity/credentials/passkeys.ts'
import { listTotpFactors } from '../../identity/credentials/totp-factors.ts'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { mustProveByTwo } from '../../identity/sessions/assurance.ts'
import { isProvenSession } from '../../identity/sessions/sessions.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { opensByOtp } from '../../identity/users/platforms-by-otp.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import { maskRecipient } from '../../messages/payload.ts'
import type { Services } from '../../services.ts'
import { codeContactOf } from '../accounts/code-contact.ts'

const signInAgain = 'Sign out, and sign in again before you change this.'

/** Reads the row of the session and not its cached state: another copy of the service may have noted a proof just now. */
export async function requireProof(
  services: Pick<Services, 'db' | 'config' | 'outbox'>,
  caller: Caller,
  needed: NeededProof,
  requestContext: RequestContext,
): Promise<void> {
  const { userId, sessionId, platform } = caller
  const seconds = needed === 'recent' ? recentProofSeconds : null
  if (await isProvenSession(services.db, services.config, sessionId, { seconds })) return
  requestContext.report({ event: 'proof-missing', userId, sessionId, platform })
  throw await proofNeeded(services, caller)
}

/** Returns the refusal, which says how the user can prove the session. */
export async function proofNeeded(
  services: Pick<Services, 'db' | 'config' | 'outbox'>,
  caller: Caller,
): Promise<Failure> {
  const proofs = await proofsOf(services, caller)
  const isPossible = proofs.hasPasskey || proofs.hasTotp || proofs.hasPassword || proofs.code
  return new Failure('proof-needed', { more: { proofs }, ...(!isPossible && { detail: signInAgain }) })
}

async function proofsOf(
  { db, config, outbox }: Pick<Services, 'db' | 'config' | 'outbox'>,
  { userId, platform }: Caller,
): Promise<Proofs> {
  const user = await findUser(db, { id: userId })
  if (!user) throw new Failure('session-ended')
  const hasPasskey = (await countPasskeys(db, userId)) > 0
  const hasTotp = (await listTotpFactors(db, userId)).length > 0
  if (await mustProveByTwo(db, config, userId)) return { hasPasskey, hasTotp, hasPassword: false, code: null }
  const contact = opensByOtp(config, platform) ? codeContactOf({ config, outbox }, user) : null
  const code = contact && { medium: contact.channel, contact: maskRecipient(contact.to) }
  return { hasPasskey, hasTotp, hasPassword: await hasPassword(db, userId), code }
}
