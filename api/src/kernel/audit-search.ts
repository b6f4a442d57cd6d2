/** Searches the audit trail for operators, the newest event first. An index serves a search by user and one by event. */
import type { Platform } from '@foyer/contract/platforms'
import type { AuditEvent } from './audit.ts'
import type { Db } from './db/connect.ts'

export type EventFilter = {
  userId?: string | undefined
  platform?: Platform | undefined
  /** Any of these events; undefined for all. */
  events?: readonly AuditEvent[] | undefined
  /** The HMAC of the caller's narrowest network. */
  address?: Buffer | undefined
  since?: Date | undefined
  until?: Date | undefined
  limit: number
}

export type FoundEvent = Awaited<ReturnType<typeof searchEvents>>[number]

/** Returns the events that match every given part of the filter. Addresses and devices are HMACs. */
export async function searchEvents(
  db: Db,
  { userId, platform, events, address, since, until, limit }: EventFilter,
) {
  let query = db
    .selectFrom('auditEvents')
    .select(['at', 'event', 'userId', 'platform', 'clientId', 'sessionId', 'requestId', 'details'])
    .select(['address', 'deviceId'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (userId !== undefined) query = query.where('userId', '=', userId)
  if (platform !== undefined) query = query.where('platform', '=', platform)
  if (events !== undefined) query = query.where('event', 'in', events)
  if (address !== undefined) query = query.where('address', '=', address)
  if (since !== undefined) query = query.where('at', '>=', since)
  if (until !== undefined) query = query.where('at', '<', until)
  return query.execute()
}
