import { base64url } from 'jose'
import { FoyerError } from './failure.ts'
import { sameSitePath } from './return-to.ts'

/** A sign-in in progress, stored in a cookie of the browser that began it. */
export type Transaction = {
  /** Binds the callback to this browser (RFC 6749 §10.12). */
  state: string
  /** Redeems the code; the sign-in URL contains only its SHA-256 (RFC 7636 §4.1). */
  codeVerifier: string
  returnTo: string
  /** The site asked for two factors. */
  assurance?: 2
  /** Milliseconds since 1970. */
  createdAt: number
}

/** The time in seconds that a user has to sign in, and the Max-Age of the cookie. */
export const transactionSeconds = 600

/** Makes a transaction with 32 random bytes each for state and code verifier. */
export function newTransaction(returnTo: string | undefined, assurance?: 2): Transaction {
  return {
    state: randomText(),
    codeVerifier: randomText(),
    returnTo: sameSitePath(returnTo),
    ...(assurance && { assurance }),
    createdAt: Date.now(),
  }
}

/** Returns the S256 challenge of a verifier (RFC 7636 §4.2). */
export async function challengeOf(codeVerifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier))
  return base64url.encode(new Uint8Array(digest))
}

/** Encodes a transaction as cookie-safe text without spaces, quotes, commas or semicolons. */
export function packTransaction(transaction: Transaction): string {
  return base64url.encode(JSON.stringify(transaction))
}

/**
 * Decodes a transaction and compares its state.
 * @throws FoyerError 'state-mismatch' if the transaction is missing, unreadable or has another state,
 * 'transaction-expired' if it is too old.
 */
export function openTransaction(packed: string | null | undefined, state: string | null): Transaction {
  const transaction = unpack(packed)
  if (!transaction || state === null || !areEqual(transaction.state, state)) throw mismatch()
  return notExpired(transaction)
}

/**
 * Decodes the transaction of a sign-in inside the page. Its code arrives in a message without state, so only the
 * challenge binds the code to this browser (RFC 7636 §1).
 * @throws FoyerError like `openTransaction`.
 */
export function readTransaction(packed: string | null | undefined): Transaction {
  const transaction = unpack(packed)
  if (!transaction) throw mismatch()
  return notExpired(transaction)
}

function mismatch(): FoyerError {
  return new FoyerError('state-mismatch', {
    message: 'This callback does not belong to a sign-in that this browser began.',
  })
}

function notExpired(transaction: Transaction): Transaction {
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
    const { state, codeVerifier, returnTo, assurance, createdAt } = value as Record<string, unknown>
    if (typeof state !== 'string' || typeof codeVerifier !== 'string') return null
    if (typeof returnTo !== 'string' || typeof createdAt !== 'number') return null
    // Checks the path again, because an attacker who can write this site's cookies must not choose a redirect target.
    const asked = assurance === 2 ? ({ assurance } as const) : {}
    return { state, codeVerifier, returnTo: sameSitePath(returnTo), ...asked, createdAt }
  } catch {
    return null
  }
}

function randomText(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(32)))
}

/** Compares in constant time if both texts have the same length. */
function areEqual(a: string, b: string): boolean {
  if (a.length !== b.length || a.length === 0) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}
