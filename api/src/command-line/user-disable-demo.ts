import { createHasher } from '../accounts/passwords/password-hashing.ts'
import { disablePerson } from '../accounts/users/account-status-changes.ts'
import { findDemoPeople } from '../dev/find-demo-people.ts'
import type { Command } from './command.ts'
import { endedSessionsText } from './ended-sessions.ts'

export const userDisableDemo: Command = {
  usage: 'user disable-demo',
  summary: 'Disables the demo people that development seeds, whose password is published',
  async run({ db, config }) {
    const disabled = await findDemoPeople(db, createHasher(config.hashing))
    const endedSessions: string[] = []
    for (const id of disabled) endedSessions.push(...(await disablePerson(db, id)).endedSessions)
    const people = disabled.length === 1 ? '1 demo person' : `${disabled.length} demo people`
    return {
      text: `Disabled ${people}\n${endedSessionsText(endedSessions.length)}`,
      data: { disabled, endedSessions },
    }
  },
}
