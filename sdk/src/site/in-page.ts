/** Handles a sign-in inside the page, by popup or frame: its code comes by a message instead of a redirect. */
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

/** GET /session */
export async function showSession(settings: Settings, request: Request): Promise<Response> {
  const session = await currentSession(settings, request)
  return json(200, { user: session?.user ?? null })
}

/** A transaction older than this is replaced, so that the user has time left to sign in. */
const reuseMs = 300_000

/**
 * POST /begin. A second one soon afterwards gets the same transaction: the tabs of a browser share the cookie, and each
 * must be able to finish.
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

/** POST /finish */
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

/** A form cannot send JSON, so that this also refuses the forms of other sites. */
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
