import { disablePerson } from '../accounts/users/account-status-changes.ts'
import type { Command } from './command.ts'
import { endedSessionsText } from './ended-sessions.ts'
import { findSomebody, nameOf } from './find-somebody.ts'

export const userDisable: Command = {
  usage: 'user disable <email-or-id>',
  summary: 'Keeps somebody out of everything: ends their sessions, links and one-time codes at once',
  async run({ db }, given) {
    const person = await findSomebody(db, given['email-or-id'])
    const { isChange, endedSessions } = await disablePerson(db, person.id)
    const done = isChange ? 'Disabled' : 'Already disabled:'
    return {
      text: `${done} ${nameOf(person)}\n${endedSessionsText(endedSessions.length)}`,
      data: { id: person.id, isChange, endedSessions },
    }
  },
}
