/** Creates a demo platform and checks and refreshes its sessions. */
import { isFoyerError } from '@foyer/sdk/failure'
import type { FoyerOptions } from '@foyer/sdk/foyer'
import { refresh } from '@foyer/sdk/tokens'
import { type Claims, createVerifier, type Verifier } from '@foyer/sdk/verify'
import { createSessions, type Sessions, type SiteSession } from './sessions.ts'
import { clientIdOf, type Site } from './sites.ts'

/** A running site with its row, its connection to Foyer and its sessions. */
export type Platform = {
  site: Site
  origin: string
  foyer: FoyerOptions
  verifier: Verifier
  sessions: Sessions
}

export const sessionSeconds = 43_200

const maxSessions = 10_000
const foyerTimeoutMs = 5_000
const probeTimeoutMs = 3_000

export type PlatformSettings = {
  accountsUrl: string
  clientSecret: string
  origin: string
  timeoutMs?: number
}

/** @throws TypeError if `accountsUrl` is neither https nor http on this machine. */
export function createPlatform(
  site: Site,
  { accountsUrl, clientSecret, origin, timeoutMs = foyerTimeoutMs }: PlatformSettings,
): Platform {
  const { platform, product, external } = site
  const callbackUrl = `${origin}/callback`
  const client = { clientId: clientIdOf(site), clientSecret, ...(external && { external }) }
  const foyer = { accountsUrl, platform, product, ...client, callbackUrl, timeoutMs }
  const sessions = createSessions({ max: maxSessions, lifeSeconds: sessionSeconds })
  return { site, origin, foyer, verifier: createVerifier(foyer), sessions }
}

/**
 * Returns the claims of the session's access token and refreshes an expired one; null if Foyer has ended the session.
 * @throws FoyerError 'no-answer' and other errors that do not mean the end of the session.
 */
export async function claimsOf(platform: Platform, session: SiteSession): Promise<Claims | null> {
  const { accessToken } = session.tokens
  try {
    try {
      return await platform.verifier.verify(accessToken)
    } catch (error) {
      if (!isFoyerError(error, 'token-expired')) throw error
      await renew(platform.foyer, session, accessToken)
      return await platform.verifier.verify(session.tokens.accessToken)
    }
  } catch (error) {
    if (!isFoyerError(error, ...endings)) throw error
    platform.sessions.close(session.id)
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
]

/** Refreshes once at a time: Foyer takes a second refresh with the same token for theft. */
async function renew(foyer: FoyerOptions, session: SiteSession, expired: string): Promise<void> {
  if (session.tokens.accessToken !== expired) return
  session.renewing ??= refresh(foyer, session.tokens.refreshToken)
    .then((tokens) => {
      session.tokens = tokens
    })
    .finally(() => {
      session.renewing = undefined
    })
  await session.renewing
}

/** Runs before a redirect to Foyer, since the browser would show its own error page there. */
export async function isFoyerReachable({ foyer }: Platform): Promise<boolean> {
  try {
    const url = new URL('/health/live', foyer.accountsUrl)
    const timeoutMs = Math.min(probeTimeoutMs, foyer.timeoutMs ?? probeTimeoutMs)
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    await response.body?.cancel()
    return response.status < 500
  } catch {
    return false
  }
}
