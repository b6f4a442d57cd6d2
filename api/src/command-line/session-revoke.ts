import { uuid } from '@foyer/contract/fields'
import * as v from 'valibot'
import { endAllSessions, endSession } from '../accounts/sessions/end-session.ts'
import { findSession } from '../accounts/sessions/sessions.ts'
import { recordEvent } from '../audit.ts'
import { type Command, CommandError, type Context } from './command.ts'
import { endedSessionsText } from './ended-sessions.ts'
import { findSomebody } from './find-somebody.ts'

const reason = 'ended-by-operator'

export const sessionRevoke: Command = {
  usage: 'session revoke [id]',
  summary: 'Ends a session, or all of somebody, with those that platforms were given from it',
  options: [{ flags: '--user <email-or-id>', summary: 'all sessions of this person' }],
  async run(context, { id, user }) {
    if ((id === undefined) === (user === undefined)) throw new CommandError('Name a session, or --user')
    const endedSessions = await (id === undefined ? endAllOf(context, user) : endOne(context, String(id)))
    return { text: endedSessionsText(endedSessions.length), data: { endedSessions } }
  },
}

async function endAllOf({ db }: Context, user: unknown): Promise<string[]> {
  const { id: userId } = await findSomebody(db, user)
  return db.transaction().execute(async (trx) => {
    const ended = await endAllSessions(trx, { userId, reason })
    const details = { endedBy: 'operator', endedSessions: ended.length }
    if (ended.length > 0) await recordEvent(trx, { event: 'session-ended', userId, details })
    return ended
  })
}

async function endOne({ db }: Context, sessionId: string): Promise<string[]> {
  const found = v.is(uuid, sessionId) ? await findSession(db, sessionId) : null
  if (!found) throw new CommandError('There is no session of this id: see user show')
  return db.transaction().execute(async (trx) => {
    if (!(await endSession(trx, { sessionId, reason }))) return []
    const { userId } = found
    await recordEvent(trx, { event: 'session-ended', userId, sessionId, details: { endedBy: 'operator' } })
    return [sessionId]
  })
}
