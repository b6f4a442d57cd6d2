/** Handles a sign-in inside the page, by popup or frame: its code arrives in a message instead of a redirect. */
import { exchange } from '../exchange.ts'
import { isFoyerError } from '../failure.ts'
import { redirectUrlOf } from '../foyer.ts'
import {
  challengeOf,
  newTransaction,
  packTransaction,
  readTransaction,
  type Transaction,
} from '../transaction.ts'
import { isFromHere, json, readBody } from './replies.ts'
import { currentSession, endSession, findSession, openSession } from './sessions.ts'
import type { Settings } from './settings.ts'

/** Handles GET /session. */
export async function showSession(settings: Settings, request: Request): Promise<Response> {
  const session = await currentSession(settings, request)
  return json(200, { user: session?.user ?? null })
}

/** A transaction older than 5 minutes is replaced, so that the user has time left to sign in. */
const reuseMs = 300_000

/**
 * Handles POST /begin. A second request within 5 minutes gets the same transaction, because the browser's tabs share
 * the cookie and each tab must be able to finish.
 */
export async function begin(settings: Settings, request: Request): Promise<Response> {
  const { cookies, foyer, origin } = settings
  if (!isFromHere(request, origin)) return json(403, { error: 'refused' })
  const packed = cookies.read(request.headers.get('cookie'), 'transaction')
  const transaction = recent(packed) ?? newTransaction('/')
  const codeChallenge = await challengeOf(transaction.codeVerifier)
  const redirectUrl = redirectUrlOf(foyer, transaction.state)
  return json(200, { codeChallenge, redirectUrl }, cookies.keep('transaction', packTransaction(transaction)))
}

/** Handles POST /finish. */
export async function finish(settings: Settings, request: Request): Promise<Response> {
  const { cookies, foyer, origin, verifier } = settings
  if (!isFromHere(request, origin)) return json(403, { error: 'refused' })
  const code = await readCode(request)
  if (code === null) return json(400, { error: 'invalid-request' })
  try {
    const { codeVerifier } = readTransaction(cookies.read(request.headers.get('cookie'), 'transaction'))
    const { session, user } = await exchange(foyer, { code, codeVerifier, redirectUrl: origin })
    const claims = await verifier.verify(session.accessToken)
    const previous = await findSession(settings, request)
    if (previous) void endSession(settings, previous).catch(settings.onError)
    const opened = await openSession(settings, session, user, claims)
    return json(200, { user }, opened, cookies.drop('transaction'), cookies.drop('restart'))
  } catch (error) {
    if (!isFoyerError(error, 'state-mismatch', 'transaction-expired', 'code-invalid')) throw error
    return json(400, { error: error.code }, cookies.drop('transaction'))
  }
}

function recent(packed: string | undefined): Transaction | null {
  try {
    const transaction = readTransaction(packed)
    return Date.now() - transaction.createdAt < reuseMs ? transaction : null
  } catch {
    return null
  }
}

/** Requires JSON, which a form cannot send, so that forms of other sites are refused too. */
async function readCode(request: Request): Promise<string | null> {
  if (!request.headers.get('content-type')?.startsWith('application/json')) return null
  try {
    const body: unknown = JSON.parse((await readBody(request)) ?? '')
    const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null
    return typeof code === 'string' && code.length > 0 && code.length <= 512 ? code : null
  } catch {
    return null
  }
}
