/** Has the parts that all social sign-ins share: the request, starting the session, and the answer with the session. */
import type { Session } from '@foyer/contract/routes/sign-in'
import type { signInWithSocial } from '@foyer/contract/routes/social'
import { issueSession } from '../../identity/sessions/issue-tokens.ts'
import { type Opening, startSession } from '../../identity/sessions/start-session.ts'
import type { User } from '../../identity/users/find-user.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { RequestTo, Services } from '../../services.ts'
import type { SignedIn } from '../accounts/sign-in-with-proof.ts'
import type { ProvenIdentity, SocialIdentity } from './identity.ts'
import type { Warn } from './provider-failure.ts'

export type SocialRequest = RequestTo<typeof signInWithSocial>

/** A concurrent request won a race. The caller starts again, and answers `overloaded` after the last try. */
export class Raced extends Failure {
  constructor() {
    super('overloaded', { waitSeconds: 1 })
  }
}

/** Uses the proof of the identity up, in the transaction that opens the session. */
export async function consumeProof(trx: Db, proven: ProvenIdentity): Promise<void> {
  if (!(await proven.consume(trx))) throw new Failure('social-failed')
}

/** Starts the session of a user whom a provider has identified. */
export async function startSocialSession(
  services: Services,
  trx: Db,
  { body: { platform, provider }, requestContext, browser, noteMade }: SocialRequest,
  { user, browserId, mayNotify }: { user: User; browserId: Buffer; mayNotify: boolean },
): Promise<Opening> {
  const start = { user, platform, amr: ['fed'], requestContext, browser, browserId, mayNotify, provider }
  const opening = await startSession(trx, services, start)
  if (opening.kind === 'opened') await noteMade(trx, opening.session.id)
  return opening
}

/** Returns the answer with the session, and starts to copy the provider's picture for a user without a picture. */
export function answerWithSession(
  services: Services,
  { provider, pictureUrl }: SocialIdentity,
  { session, user, endedSessions }: SignedIn,
  warn: Warn,
): Promise<Session> {
  for (const id of endedSessions) services.accessTokens.forget(id)
  if (pictureUrl !== null && user.pictureUrl === null)
    services.providerPictures.adopt({ userId: user.id, provider, url: pictureUrl, warn })
  return issueSession(services, session, user)
}
