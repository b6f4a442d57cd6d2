/** Holds what every social sign-in shares: its request, the session that it opens, and the answer with the session. */
import type { Given } from '@foyer/contract/routes/route'
import type { Session } from '@foyer/contract/routes/sign-in'
import type { signInWithSocial } from '@foyer/contract/routes/social'
import { issueSession } from '../../identity/sessions/issue-tokens.ts'
import type { OpenSession } from '../../identity/sessions/session-row.ts'
import type { User } from '../../identity/users/find-user.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Services } from '../../services.ts'
import type { SignUpRequest } from '../accounts/sign-up-services.ts'
import type { ProvenIdentity, SocialIdentity } from './identity.ts'

export type SocialBody = Given<typeof signInWithSocial>['body']

export type SocialRequest = SignUpRequest & { flowBrowser: string | null; warn: Warn }

/** Writes a warning for the operator to the log. */
type Warn = (message: string, details: Record<string, string>) => void

export type Opened = { session: OpenSession; user: User; endedSessions: string[] }

/** Another request was faster. The account is looked up again; after the last time the answer is `overloaded`. */
export class Raced extends Failure {
  constructor() {
    super('overloaded', { waitSeconds: 1 })
  }
}

/** Uses the reference up, in the transaction that opens the session. */
export async function spend(trx: Db, proven: ProvenIdentity): Promise<void> {
  if (!(await proven.spend(trx))) throw new Failure('social-failed')
}

/** Answers with the session, and gives the user the provider's picture afterwards. */
export function answerWithSession(
  services: Services,
  { provider, pictureUrl }: SocialIdentity,
  { session, user, endedSessions }: Opened,
  warn: Warn,
): Promise<Session> {
  for (const id of endedSessions) services.accessTokens.forget(id)
  if (pictureUrl !== null && user.pictureUrl === null)
    services.providerPictures.adopt({ userId: user.id, provider, url: pictureUrl, warn })
  return issueSession(services, session, user)
}
