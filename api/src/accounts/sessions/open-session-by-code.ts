/**
 * Redeems handover codes, many in one statement: it uses the codes up, opens a session below the user's for each, and
 * records both. It leaves alone whatever is not plainly right, for the transaction that redeems one code and knows every
 * rule (handover/exchange.ts). With open-session.ts an owner of the table sessions.
 */
import { randomUUID } from 'node:crypto'
import type { Platform } from '@foyer/contract/platforms'
import { batched } from '../../db/batch.ts'
import type { Db } from '../../db/connect.ts'
import { statement } from '../../db/statement.ts'
import type { RequestContext } from '../../request-context.ts'
import type { NamedUser } from '../users/user-names.ts'
import { maxChildSessions } from './open-session.ts'
import { asOpen, type OpenSession, type SessionRow } from './session-row.ts'

export type ExpectedCode = {
  /** The hash of the code that was shown (`hashOf`). */
  hash: Buffer
  /** The details that the code must have: all of these, and no others. */
  details: Record<string, string | null>
  platform: Platform
  clientId: string
  requestContext: RequestContext
}

export type OpenedByCode = { session: OpenSession; person: NamedUser }

/**
 * Redeems a code that has the expected details and opens its session. Returns null, and changes nothing, where the code is
 * unknown, used, expired or different, the user's session has ended, the user is no active member of the platform, the
 * client has as many sessions below the user's as it may have, or another transaction has locked one of the rows.
 */
export const openSessionByCode = batched(openSessionsByCodes)

type Row = Pick<SessionRow, 'id' | 'userId' | 'platform'> &
  Omit<NamedUser, 'id'> & {
    /** In seconds since 1970. */
    authTime: number
    /** Separated by spaces. */
    amr: string
  }

/** The database's function `redeem_codes` waits for no lock, and redeems the first of equal codes. It ignores no details. */
async function openSessionsByCodes(db: Db, codes: readonly ExpectedCode[]): Promise<(OpenedByCode | null)[]> {
  const ids = codes.map(() => randomUUID())
  const rows = await statement<Row>(db)`
    select * from redeem_codes(${ids}::uuid[], ${codes.map(({ hash }) => hash)}::bytea[],
      ${codes.map(({ details }) => JSON.stringify(details))}::jsonb[], ${codes.map(() => '')}::text[],
      ${codes.map(({ platform }) => platform)}::text[], ${codes.map(({ clientId }) => clientId)}::text[],
      ${codes.map(({ requestContext }) => requestContext.address)}::bytea[],
      ${codes.map(({ requestContext }) => requestContext.deviceId)}::bytea[],
      ${codes.map(({ requestContext }) => requestContext.requestId)}::text[], ${maxChildSessions})`
  const opened = new Map(rows.map((row) => [row.id, row]))
  return codes.map(({ clientId }, index) => {
    const row = opened.get(ids[index] ?? '')
    return row ? openedBy(row, clientId) : null
  })
}

function openedBy({ id, userId, platform, authTime, amr, ...names }: Row, clientId: string): OpenedByCode {
  return {
    session: asOpen({
      ...{ id, userId, platform, clientId, counter: 0 },
      ...{ authTime: new Date(authTime * 1_000), amr: amr.split(' ') },
    }),
    person: { id: userId, ...names },
  }
}
