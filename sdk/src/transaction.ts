import { base64url } from 'jose'
import { FoyerError } from './failure.ts'
import { sameSitePath } from './return-to.ts'

/** A sign-in under way, kept in the browser that began it. */
export type Transaction = {
  /** Ties the callback to this browser (RFC 6749 §10.12). */
  state: string
  /** Redeems the code; only its SHA-256 has left this site (RFC 7636 §4.1). */
  codeVerifier: string
  returnTo: string
  /** Milliseconds since 1970. */
  createdAt: number
}

/** How long a person may take to sign in; the Max-Age of the cookie. */
export const transactionSeconds = 600

/** A new transaction with 32 random bytes each for state and code verifier. */
export function newTransaction(returnTo: string | undefined): Transaction {
  return {
    state: randomText(),
    codeVerifier: randomText(),
    returnTo: sameSitePath(returnTo),
    createdAt: Date.now(),
  }
}

/** The S256 challenge of a verifier (RFC 7636 §4.2). */
export async function challengeOf(codeVerifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier))
  return base64url.encode(new Uint8Array(digest))
}

/** Cookie-safe text without spaces, quotes, commas or semicolons. */
export function packTransaction(transaction: Transaction): string {
  return base64url.encode(JSON.stringify(transaction))
}

/**
 * @throws FoyerError 'state-mismatch' where it is missing or unreadable or its state is not the given one,
 * 'transaction-expired' where it is too old.
 */
export function openTransaction(packed: string | null | undefined, state: string | null): Transaction {
  const transaction = unpack(packed)
  if (!transaction || state === null || !areEqual(transaction.state, state)) {
    throw new FoyerError('state-mismatch', {
      message: 'This callback does not belong to a sign-in that this browser began.',
    })
  }
  const ageMs = Date.now() - transaction.createdAt
  if (!(ageMs >= -30_000 && ageMs <= transactionSeconds * 1_000)) {
    throw new FoyerError('transaction-expired', { message: 'This sign-in began too long ago.' })
  }
  return transaction
}

function unpack(packed: string | null | undefined): Transaction | null {
  if (!packed) return null
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(base64url.decode(packed)))
    if (typeof value !== 'object' || value === null) return null
    const { state, codeVerifier, returnTo, createdAt } = value as Record<string, unknown>
    if (typeof state !== 'string' || typeof codeVerifier !== 'string') return null
    if (typeof returnTo !== 'string' || typeof createdAt !== 'number') return null
    // Whoever can write this site's cookies must not choose where it redirects.
    return { state, codeVerifier, returnTo: sameSitePath(returnTo), createdAt }
  } catch {
    return null
  }
}

function randomText(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(32)))
}

/** In a time that does not tell where two texts of one length differ. */
function areEqual(a: string, b: string): boolean {
  if (a.length !== b.length || a.length === 0) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}
