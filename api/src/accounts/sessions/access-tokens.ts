/** Signs and verifies access tokens: ES256 JWTs of type at+jwt (RFC 9068), without name or contact. */
import { randomUUID } from 'node:crypto'
import { isPlatform, type Platform, type Product, platformRow } from '@foyer/contract/platforms'
import { type External, externals } from '@foyer/contract/targets/externals'
import { type CryptoKey, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { ownClientId } from '../../config/registry-client.ts'
import type { Db } from '../../db/connect.ts'
import { Failure } from '../../failure.ts'
import type { SigningKeys } from '../keys/signing-keys.ts'
import { livesOf } from './session-lives.ts'
import type { OpenSession } from './session-row.ts'
import { findSession } from './sessions.ts'

/** A copy of the service caches an open session for this long: a logout takes effect within five seconds, two for the request. */
export const sessionCheckCacheMs = 3_000

export const clockSkewSeconds = 30

/** The user and session that a valid access token stands for. */
export type Caller = {
  userId: string
  sessionId: string
  platform: Platform
  product: Product
  /** The user opened the session at Foyer: it is no platform's session. Always false for an expired token. */
  isOwn: boolean
  /** The token is for an external site, and for nothing else. */
  isExternal: boolean
}

export type AccessTokens = {
  sign(session: OpenSession): Promise<string>
  /** Throws `session-ended` for a forged token, an expired one (unless allowed), and one of an ended session. */
  verify(token: string, options?: { isExpiredAllowed?: boolean }): Promise<Caller>
  /** Drops the remembered state of a session, so that its end takes effect in this process at once. */
  forget(sessionId: string): void
}

const typ = 'at+jwt'
const rememberedSessions = 10_000

/** `externalOf` names the external site of a client: its tokens are for that site alone, so no platform accepts them. */
export function createAccessTokens(
  db: Db,
  keys: SigningKeys,
  issuer: string,
  externalOf: (clientId: string | null) => External | null,
): AccessTokens {
  const remembered = new Map<string, { isOwn: boolean; until: number }>()

  async function findOpen(sessionId: string): Promise<{ isOwn: boolean } | null> {
    const known = remembered.get(sessionId)
    if (known && known.until > performance.now()) return known
    remembered.delete(sessionId)
    // The time before the query counts: the session may end between the database's reading and its answer.
    const askedAt = performance.now()
    const found = await findSession(db, sessionId)
    if (!found?.isOpen) return null
    const open = { isOwn: found.isOwn }
    if (remembered.size >= rememberedSessions) remembered.clear()
    remembered.set(sessionId, { ...open, until: askedAt + sessionCheckCacheMs })
    return open
  }

  return {
    async sign({ id, userId, platform, clientId, authTime, amr }) {
      const { kid, key } = await keys.active()
      const now = Math.floor(Date.now() / 1000)
      return new SignJWT({
        client_id: clientId ?? ownClientId,
        sid: id,
        platform,
        auth_time: Math.floor(authTime.getTime() / 1000),
        amr,
      })
        .setProtectedHeader({ alg: 'ES256', kid, typ })
        .setIssuer(issuer)
        .setAudience(externalOf(clientId) ?? platformRow(platform).product)
        .setSubject(userId)
        .setJti(randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(now + livesOf(platform).accessSeconds)
        .sign(key)
    },
    async verify(token, { isExpiredAllowed = false } = {}) {
      const payload = await readToken(keys, issuer, token, isExpiredAllowed)
      const { sub: userId, sid, platform } = payload
      if (!userId || typeof sid !== 'string' || !isPlatform(platform)) throw new Failure('session-ended')
      const { product } = platformRow(platform)
      if (![product, ...externals].some((audience) => audience === payload.aud))
        throw new Failure('session-ended')
      const open = isExpiredAllowed ? null : await findOpen(sid)
      if (!isExpiredAllowed && !open) throw new Failure('session-ended')
      return {
        userId,
        sessionId: sid,
        platform,
        product,
        isOwn: open?.isOwn ?? false,
        isExternal: payload.aud !== product,
      }
    },
    forget: (sessionId) => {
      remembered.delete(sessionId)
    },
  }
}

/** Turns faults of the token into `session-ended`; an error of the database passes through. */
async function readToken(
  keys: SigningKeys,
  issuer: string,
  token: string,
  isExpiredAllowed: boolean,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, (header) => publicKeyOf(keys, header.kid), {
      algorithms: ['ES256'],
      typ,
      issuer,
      requiredClaims: ['exp', 'sub', 'jti'],
      clockTolerance: isExpiredAllowed ? Number.MAX_SAFE_INTEGER : clockSkewSeconds,
    })
    return payload
  } catch (error) {
    if (!(error instanceof errors.JOSEError) && !(error instanceof TypeError)) throw error
    throw new Failure('session-ended', { cause: error })
  }
}

/** Accepts a kid of the service's own key set only; ignores a key or URL in the token's header. */
async function publicKeyOf(keys: SigningKeys, kid: string | undefined): Promise<CryptoKey> {
  const key = kid === undefined ? undefined : await keys.publicKey(kid)
  if (!key) throw new Failure('session-ended')
  return key
}
