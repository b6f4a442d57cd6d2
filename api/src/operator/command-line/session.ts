/** Defines the command `session revoke`, and the sentence about ended sessions that other commands print too. */
import { uuid } from '@foyer/contract/fields'
import * as v from 'valibot'
import { endAllSessions, endSession } from '../../identity/sessions/end-session.ts'
import { findSession } from '../../identity/sessions/sessions.ts'
import { recordEvent } from '../../kernel/audit.ts'
import { type Command, CommandError, type Context } from './command.ts'
import { requireUser } from './named-user.ts'

/** The longest time that any copy of the service accepts the access token of an ended session. */
export const sessionEndsWithinSeconds = 5

const reason = 'ended-by-operator'

export const sessionRevoke: Command = {
  usage: 'session revoke [id]',
  summary: 'Ends one session, or all sessions of a user, and the platform sessions opened from them',
  options: [{ flags: '--user <email-or-id>', summary: 'ends all sessions of this user' }],
  async run(context, { id, user }) {
    if ((id === undefined) === (user === undefined)) throw new CommandError('Give a session id or --user')
    const endedSessions = await (id === undefined ? endAllOf(context, user) : endOne(context, String(id)))
    return { text: endedSessionsText(endedSessions.length), data: { endedSessions } }
  },
}

async function endAllOf({ db, outbox }: Context, user: unknown): Promise<string[]> {
  const { id: userId } = await requireUser(db, user)
  return db.transaction().execute(async (trx) => {
    const ended = await endAllSessions(trx, outbox, { userId, reason })
    const details = { endedBy: 'operator', endedSessions: ended.length }
    if (ended.length > 0) await recordEvent(trx, { event: 'session-ended', userId, details })
    return ended
  })
}

async function endOne({ db, outbox }: Context, sessionId: string): Promise<string[]> {
  const found = v.is(uuid, sessionId) ? await findSession(db, sessionId) : null
  if (!found) throw new CommandError('No session has this id: run user show to see the sessions of a user')
  return db.transaction().execute(async (trx) => {
    if (!(await endSession(trx, outbox, { sessionId, reason }))) return []
    const { userId } = found
    await recordEvent(trx, { event: 'session-ended', userId, sessionId, details: { endedBy: 'operator' } })
    return [sessionId]
  })
}

export function endedSessionsText(count: number): string {
  if (count === 0) return 'No session was open.'
  const ended = count === 1 ? '1 session' : `${count} sessions`
  return `Ended ${ended}: running services refuse their access tokens within ${sessionEndsWithinSeconds} seconds.`
}
