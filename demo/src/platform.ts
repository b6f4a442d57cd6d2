import { isFoyerError } from '@foyer/sdk/failure'
import type { FoyerOptions } from '@foyer/sdk/foyer'
import { refresh } from '@foyer/sdk/tokens'
import { type Claims, createVerifier, type Verifier } from '@foyer/sdk/verify'
import { createSessions, type Sessions, type SiteSession } from './sessions.ts'
import type { Site } from './sites.ts'

/** A running site: its row, what it knows of Foyer, and who is signed in. */
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

/** @throws TypeError where `accountsUrl` is neither https nor http on this machine. */
export function createPlatform(
  site: Site,
  { accountsUrl, clientSecret, origin, timeoutMs = foyerTimeoutMs }: PlatformSettings,
): Platform {
  const { platform, product, clientId } = site
  const callbackUrl = `${origin}/callback`
  const foyer = { accountsUrl, platform, product, clientId, clientSecret, callbackUrl, timeoutMs }
  const sessions = createSessions({ max: maxSessions, lifeSeconds: sessionSeconds })
  return { site, origin, foyer, verifier: createVerifier(foyer), sessions }
}

/**
 * What the session's access token says, refreshed first where it has expired; null once Foyer has ended it.
 * @throws FoyerError 'no-answer' and whatever else says nothing of the session.
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

/** One refresh at a time: a second one with the same token would look like theft to Foyer. */
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

/** Asked before sending a browser away, which could only show its own error page there. */
export async function isFoyerThere({ foyer }: Platform): Promise<boolean> {
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
