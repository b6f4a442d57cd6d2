/** A session's row turned into what the person's browser or platform receives (Spec 3). */
import type { Session } from '@foyer/contract/sign-in'
import type { AccessTokens } from './access-tokens.ts'
import { asUser } from './person-names.ts'
import { writeRefreshToken } from './refresh-token.ts'
import type { OpenSession } from './session-row.ts'
import type { Person } from './users.ts'
import type { Vault } from './vault.ts'

export type TokenMaker = { vault: Vault; accessTokens: AccessTokens }

export async function issueTokens(
  { vault, accessTokens }: TokenMaker,
  session: OpenSession,
): Promise<Pick<Session, 'accessToken' | 'refreshToken'>> {
  return {
    accessToken: await accessTokens.sign(session),
    refreshToken: writeRefreshToken(vault, { sessionId: session.id, counter: session.counter }),
  }
}

export async function issueSession(
  maker: TokenMaker,
  session: OpenSession,
  person: Person,
): Promise<Session> {
  return { ...(await issueTokens(maker, session)), user: asUser(person), platform: session.platform }
}
