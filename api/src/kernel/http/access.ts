/** Identifies the caller: the bearer of an access token, or a platform's server with its client id and secret. */
import type { Access, NeededProof, Route } from '@foyer/contract/routes/route'
import { Failure } from '../failure.ts'
import type { RequestContext } from '../request-context.ts'

/** Checks the credentials of callers. The kernel declares the interface; features implement it. */
export type Authenticator<Caller, Client> = {
  bearer(token: string, options: { isExpiredAllowed: boolean }): Promise<Caller>
  /** Returns null for an unknown id or a wrong secret. */
  client(credentials: { id: string; secret: string }): Client | null
  /** Reports and throws `no-access` if the route does not admit the caller's session. */
  requireAccess(
    caller: Caller,
    route: Pick<Route, 'access' | 'platforms' | 'scope'>,
    requestContext: RequestContext,
  ): void
  /** Reports and throws `proof-needed` if the user has not authenticated for the session as the route needs. */
  requireProof(caller: Caller, needed: NeededProof, requestContext: RequestContext): Promise<void>
  /** Returns an id that is the same for all requests of one user. */
  idOf(caller: Caller): string
  /**
   * Returns the key that counts the caller's requests. Each platform's sessions have their own key, so that a
   * platform's requests never use up the user's limits on Foyer's own pages.
   */
  countedAs(caller: Caller): string
  clientIdOf(client: Client): string
}

type Identified<Caller, Client> = { caller?: Caller; client?: Client }

/** Throws `session-ended` (401) without a valid token, and `client-unknown` (401) without valid client credentials. */
export async function identify<Caller, Client>(
  authenticator: Authenticator<Caller, Client>,
  access: Access,
  authorization: string | undefined,
): Promise<Identified<Caller, Client>> {
  switch (access) {
    case 'none':
      return {}
    case 'own-session-if-given':
      return authorization === undefined ? {} : identify(authenticator, 'own-session', authorization)
    case 'bearer-if-given':
      return authorization === undefined ? {} : identify(authenticator, 'bearer', authorization)
    case 'own-session':
    case 'bearer':
    case 'bearer-or-expired': {
      const token = readBearer(authorization)
      if (!token) throw new Failure('session-ended')
      return {
        caller: await authenticator.bearer(token, { isExpiredAllowed: access === 'bearer-or-expired' }),
      }
    }
    case 'client-if-given':
      return /^Basic\b/i.test(authorization ?? '') ? clientOf(authenticator, authorization) : {}
    case 'client':
      return clientOf(authenticator, authorization)
  }
}

function clientOf<Caller, Client>(
  authenticator: Authenticator<Caller, Client>,
  authorization: string | undefined,
): { client: Client } {
  const credentials = readBasic(authorization)
  const client = credentials && authenticator.client(credentials)
  if (!client) throw new Failure('client-unknown')
  return { client }
}

/** Returns the access token in an Authorization header (RFC 6750 §2.1). */
export function readBearer(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1]
}

/**
 * Decodes the client id and secret; null for any other header. The client form-encodes both before it joins them
 * (RFC 6749 §2.3.1).
 */
export function readBasic(authorization: string | undefined): { id: string; secret: string } | null {
  const encoded = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(authorization ?? '')?.[1]
  const [id, ...rest] = Buffer.from(encoded ?? '', 'base64')
    .toString('utf8')
    .split(':')
  const decodedId = formDecoded(id ?? '')
  const secret = formDecoded(rest.join(':'))
  return decodedId && secret ? { id: decodedId, secret } : null
}

function formDecoded(value: string): string | null {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return null
  }
}
