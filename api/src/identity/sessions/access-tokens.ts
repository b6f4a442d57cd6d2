/** Signs and verifies access tokens: ES256 JWTs of type at+jwt (RFC 9068), without name or contact. */
import { randomUUID } from 'node:crypto'
import { isPlatform, type Platform, type Product, platformRow } from '@foyer/contract/platforms'
import { type External, externals } from '@foyer/contract/targets/externals'
import type { JWTPayload } from 'jose'
import { ownClientId } from '../../kernel/config/registry-client.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import { livesOf } from '../tokens/session-lives.ts'
import { signJwt } from '../tokens/sign-jwt.ts'
import type { SigningKeys } from '../tokens/signing-keys.ts'
import type { NameUser } from '../tokens/subjects.ts'
import { clockSkewSeconds, verifyJwt } from '../tokens/verify-jwt.ts'
import type { OpenSession } from './session-row.ts'
import { type FoundSession, findSession } from './sessions.ts'

/**
 * The time for which a copy of the service caches that a session is open. With two seconds for a request, a logout takes
 * effect everywhere within five seconds.
 */
export const sessionCheckCacheMs = 3_000

/** The user and session that a valid access token represents. */
export type Caller = {
  userId: string
  sessionId: string
  platform: Platform
  product: Product
  /** True for a session that the user opened at Foyer, false for a platform's session. Always false for an expired token. */
  isOwn: boolean
  /** The platform's client that redeemed the code; null for the user's own session at Foyer. Always null for an expired token. */
  clientId: string | null
  /** What the client of OpenID Connect may read; null for any other session. Always null for an expired token. */
  scopes: readonly string[] | null
  /** The token is for an external site only. */
  isExternal: boolean
}

export type AccessTokens = {
  sign(session: OpenSession): Promise<string>
  /** Throws `session-ended` for a forged token, an expired one (unless allowed), and one of an ended session. */
  verify(token: string, options?: { isExpiredAllowed?: boolean }): Promise<Caller>
  /** Drops a session from the cache, so that its end takes effect in this process immediately. */
  forget(sessionId: string): void
}

const typ = 'at+jwt'
const rememberedSessions = 10_000
/** A verified token takes about a kilobyte of memory. */
const rememberedTokens = 5_000

type Found = Pick<FoundSession, 'userId' | 'isOwn' | 'clientId' | 'scopes'>

/** `validUntil` is in seconds since 1970. */
type Verified = { payload: JWTPayload; kid: string; validUntil: number }

/**
 * Creates the signer and verifier of access tokens. `externalOf` returns the external site of a client: that site is the
 * audience of the client's tokens, so that no platform accepts them. The tokens of a third party are for this service alone.
 */
export function createAccessTokens(
  db: Db,
  keys: SigningKeys,
  issuer: string,
  externalOf: (clientId: string | null) => External | null,
  nameUser: NameUser,
): AccessTokens {
  const remembered = new Map<string, Found & { until: number }>()

  async function findOpen(sessionId: string): Promise<Found | null> {
    const known = remembered.get(sessionId)
    if (known && known.until > performance.now()) return known
    remembered.delete(sessionId)
    // The cached state ages from before the query, because the session may end while the answer is on its way.
    const askedAt = performance.now()
    const found = await findSession(db, sessionId)
    if (!found?.isOpen) return null
    const { userId, isOwn, clientId, scopes } = found
    const open = { userId, isOwn, clientId, scopes }
    if (remembered.size >= rememberedSessions) remembered.clear()
    remembered.set(sessionId, { ...open, until: askedAt + sessionCheckCacheMs })
    return open
  }

  /** Tokens whose signature was verified once. Their key and their expiry may change, and are checked at each use. */
  const verified = new Map<string, Verified>()

  async function readToken(token: string, isExpiredAllowed: boolean): Promise<JWTPayload> {
    const known = verified.get(token)
    if (known) {
      if (known.validUntil > Date.now() / 1_000 && (await keys.publicKey(known.kid))) return known.payload
      verified.delete(token)
    }
    const { payload, kid } = await verifyJwt(keys, token, { typ, issuer, isExpiredAllowed })
    if (!isExpiredAllowed) {
      if (verified.size >= rememberedTokens) verified.clear()
      verified.set(token, { payload, kid, validUntil: (payload.exp ?? 0) + clockSkewSeconds })
    }
    return payload
  }

  return {
    async sign({ id, userId, platform, clientId, authTime, amr, acr, scopes }) {
      const now = Math.floor(Date.now() / 1000)
      // Only clients of OpenID Connect are third parties, and only their sessions have scopes.
      const { sub, isThirdParty } = scopes
        ? await nameUser(userId, clientId)
        : { sub: userId, isThirdParty: false }
      return signJwt(await keys.active(), typ, {
        client_id: clientId ?? ownClientId,
        sid: id,
        platform,
        auth_time: Math.floor(authTime.getTime() / 1000),
        amr,
        acr: String(acr),
        ...(scopes && { scope: scopes.join(' ') }),
        iss: issuer,
        aud: isThirdParty ? issuer : (externalOf(clientId) ?? platformRow(platform).product),
        sub,
        jti: randomUUID(),
        iat: now,
        exp: now + livesOf(platform).accessSeconds,
      })
    },
    async verify(token, { isExpiredAllowed = false } = {}) {
      const payload = await readToken(token, isExpiredAllowed)
      const { sub, sid, platform } = payload
      if (!sub || typeof sid !== 'string' || !isPlatform(platform)) throw new Failure('session-ended')
      const { product } = platformRow(platform)
      // The subject of a third party's token is no user, so such a token counts only while its session is open.
      const audiences = [product, ...externals, ...(isExpiredAllowed ? [] : [issuer])]
      if (!audiences.some((audience) => audience === payload.aud)) throw new Failure('session-ended')
      const open = isExpiredAllowed ? null : await findOpen(sid)
      if (!isExpiredAllowed && !open) throw new Failure('session-ended')
      if (open && open.userId !== sub && payload.aud !== issuer) throw new Failure('session-ended')
      return {
        userId: open?.userId ?? sub,
        sessionId: sid,
        platform,
        product,
        isOwn: open?.isOwn ?? false,
        clientId: open?.clientId ?? null,
        scopes: open?.scopes ?? null,
        isExternal: externals.some((audience) => audience === payload.aud),
      }
    },
    forget: (sessionId) => {
      remembered.delete(sessionId)
    },
  }
}
