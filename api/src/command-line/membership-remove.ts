import { endMembership } from '../accounts/users/account-status-changes.ts'
import type { Command } from './command.ts'
import { endedSessionsText } from './ended-sessions.ts'
import { findSomebody, nameOf } from './find-somebody.ts'
import { readPlatform } from './read-platform.ts'

export const membershipRemove: Command = {
  usage: 'membership remove <email-or-id> <platform>',
  summary: 'Keeps somebody out of one platform, and ends their sessions there',
  async run({ db }, given) {
    const platform = readPlatform(given.platform)
    const person = await findSomebody(db, given['email-or-id'])
    const { isChange, endedSessions } = await endMembership(db, { userId: person.id, platform })
    const done = isChange ? 'is no member any more' : 'was no member'
    return {
      text: `${nameOf(person)} ${done}: ${platform}\n${endedSessionsText(endedSessions.length)}`,
      data: { id: person.id, platform, isChange, endedSessions },
    }
  },
}
