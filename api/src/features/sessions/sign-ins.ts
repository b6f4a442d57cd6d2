/** Tells a user of the account's sign-ins and failed attempts. */
import { isPlatform, type Platform } from '@foyer/contract/platforms'
import type { Result } from '@foyer/contract/routes/route'
import { type listNewSignIns, type listSignIns, signInsPerAnswer } from '@foyer/contract/routes/sign-ins'
import { socialProviders } from '@foyer/contract/social/providers'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { listNewSignIns as findNewSignIns } from '../../identity/sessions/new-sign-ins.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import { listSignInEvents, type SignInRow } from './sign-ins.queries.ts'

type Entry = Result<typeof listSignIns>['items'][number]

export async function listOwnSignIns(
  { db }: Services,
  { userId, sessionId }: Caller,
  { before, requestContext }: { before: string | undefined; requestContext: RequestContext },
): Promise<Result<typeof listSignIns>> {
  const { deviceId } = requestContext
  const sought = { userId, sessionId, deviceId, before: before ?? null, limit: signInsPerAnswer }
  const rows = await listSignInEvents(db, sought)
  const next = rows.length < signInsPerAnswer ? null : (rows.at(-1)?.cursor ?? null)
  return { items: rows.map(entryOf), next }
}

/** Lists the sign-ins in new browsers about which the caller's session asks. */
export async function listOwnNewSignIns(
  { db }: Services,
  { userId, sessionId }: Caller,
): Promise<Result<typeof listNewSignIns>> {
  const found = await findNewSignIns(db, { userId, sessionId })
  return found.map(({ id, createdAt, platform, deviceLabel }) => ({
    session: id,
    at: createdAt.toISOString(),
    platform,
    device: deviceLabel,
  }))
}

function entryOf({ at, event, platform, details, sessionId, isHere, asks }: SignInRow): Entry {
  return {
    at: at.toISOString(),
    outcome: outcomeOf(event, details),
    platform: platformOf(platform),
    method: methodOf(details),
    from: platformOf(details.from),
    device: typeof details.device === 'string' ? details.device : null,
    isHere,
    session: sessionId,
    asks,
  }
}

function outcomeOf(event: string, { cause, continued }: SignInRow['details']): Entry['outcome'] {
  if (event === 'otp-refused' || event === 'second-factor-refused') return 'wrong-code'
  if (event === 'sign-in-refused')
    return cause === 'no-membership' || cause === 'password-needed' ? 'no-access' : 'wrong-password'
  return event === 'session-continued' || continued !== undefined ? 'continued' : 'signed-in'
}

/** What the user proved, by the last authentication method of the session (RFC 8176). */
const methods: Readonly<Record<string, Entry['method']>> = { pwd: 'password', otp: 'code', user: 'passkey' }

function methodOf({ provider, method }: SignInRow['details']): Entry['method'] {
  return (
    socialProviders.find((name) => name === provider) ??
    (typeof method === 'string' ? (methods[method] ?? null) : null)
  )
}

function platformOf(name: unknown): Platform | null {
  return isPlatform(name) ? name : null
}
