/** Opens, finds, renews and ends the sessions of a site. */
import { base64url } from 'jose'
import { isFoyerError } from '../failure.ts'
import type { Session, User } from '../session.ts'
import { refresh, signOutSession } from '../tokens.ts'
import type { Claims } from '../verify.ts'
import type { Settings } from './settings.ts'
import type { StoredSession } from './store.ts'

/** The session of a request. */
export type SiteSession = {
  user: User
  /** The claims of the access token: `sid`, `auth_time`, `amr`, … */
  claims: Claims
  /** The token for calls in the user's name to services of this platform. It is valid for some minutes. */
  accessToken: string
}

/** Opens a session and returns its cookie. Every sign-in gets a new id (OWASP ASVS 7.2.4). */
export async function openSession(
  { store, cookies, sessionSeconds }: Settings,
  { accessToken, refreshToken }: Session,
  user: User,
  { sid }: Claims,
): Promise<string> {
  const id = base64url.encode(crypto.getRandomValues(new Uint8Array(32)))
  const endsAt = Date.now() + sessionSeconds * 1_000
  await store.insert({ key: await keyOf(id), user, tokens: { accessToken, refreshToken }, sid, endsAt })
  return cookies.keep('session', id)
}

/** Returns the stored session of a request without a check at Foyer. */
export async function findSession(
  { store, cookies }: Settings,
  request: Request,
): Promise<StoredSession | null> {
  const id = cookies.read(request.headers.get('cookie'), 'session')
  const session = id ? await store.find(await keyOf(id)) : null
  return session && session.endsAt > Date.now() ? session : null
}

/**
 * Returns the session of a request, with an expired access token renewed; null if the request has no session, or Foyer
 * has ended it.
 * @throws FoyerError 'no-answer', and others that do not mean that the session has ended.
 */
export async function currentSession(settings: Settings, request: Request): Promise<SiteSession | null> {
  const session = await findSession(settings, request)
  if (!session) return null
  try {
    const { tokens, claims } = await verified(settings, session)
    return { user: session.user, claims, accessToken: tokens.accessToken }
  } catch (error) {
    if (!isFoyerError(error, ...endings)) throw error
    await settings.store.delete(session.key)
    return null
  }
}

const endings = [
  'session-ended',
  'token-expired',
  'token-invalid',
  'wrong-issuer',
  'wrong-audience',
  'wrong-platform',
] as const

async function verified(settings: Settings, session: StoredSession) {
  const { verify } = settings.verifier
  try {
    return { tokens: session.tokens, claims: await verify(session.tokens.accessToken) }
  } catch (error) {
    if (!isFoyerError(error, 'token-expired')) throw error
    const tokens = await renewedTokens(settings, session)
    return { tokens, claims: await verify(tokens.accessToken) }
  }
}

/** Shares a running refresh, because Foyer treats a second refresh with the same token as theft. */
function renewedTokens(settings: Settings, session: StoredSession) {
  const { renewing } = settings
  const running =
    renewing.get(session.key) ?? renew(settings, session).finally(() => renewing.delete(session.key))
  renewing.set(session.key, running)
  return running
}

async function renew({ store, foyer }: Settings, { key, tokens }: StoredSession) {
  // Another refresh may have finished since the session was read.
  const stored = await store.find(key)
  if (stored && stored.tokens.accessToken !== tokens.accessToken) return stored.tokens
  const renewed = await refresh(foyer, tokens.refreshToken)
  await store.update(key, renewed)
  return renewed
}

/** Ends a session on this site, then at Foyer; ignores an error of Foyer. */
export async function endSession({ store, foyer }: Settings, session: StoredSession): Promise<void> {
  await store.delete(session.key)
  await signOutSession(foyer, session.tokens.accessToken).catch(() => undefined)
}

async function keyOf(id: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(id))
  return base64url.encode(new Uint8Array(digest))
}
