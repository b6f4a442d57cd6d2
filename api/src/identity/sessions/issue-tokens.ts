/** Issues the tokens of a session for the user's browser or a platform (product 3). */
import type { Session } from '@foyer/contract/routes/sign-in'
import type { Keyring } from '../../kernel/keyring.ts'
import { asUser, type NamedUser } from '../users/user-names.ts'
import type { AccessTokens } from './access-tokens.ts'
import { writeRefreshToken } from './refresh-token.ts'
import type { OpenSession } from './session-row.ts'

export type TokenMaker = { keyring: Keyring; accessTokens: AccessTokens }

export async function issueTokens(
  { keyring, accessTokens }: TokenMaker,
  session: OpenSession,
): Promise<Pick<Session, 'accessToken' | 'refreshToken'>> {
  return {
    accessToken: await accessTokens.sign(session),
    refreshToken: writeRefreshToken(keyring, { sessionId: session.id, counter: session.counter }),
  }
}

export async function issueSession(
  maker: TokenMaker,
  session: OpenSession & { enrolBy?: Date | null },
  user: NamedUser,
): Promise<Session> {
  const { platform, enrolBy = null } = session
  const tokens = await issueTokens(maker, session)
  return { ...tokens, user: asUser(user), platform, enrolBy: enrolBy?.toISOString() ?? null }
}
