import type { Command } from './command.ts'
import { deletePerson, forgetTraces } from './delete-person.ts'
import { endedSessionsText } from './ended-sessions.ts'
import { findAnybody, idIn, nameOf, nobodyThere } from './find-somebody.ts'

export const userDelete: Command = {
  usage: 'user delete <email-or-id>',
  summary:
    'Removes somebody for ever, with everything that names them; see docs/operating.md for what is beyond it',
  async run({ db, keyring }, given) {
    const named = given['email-or-id']
    const person = await findAnybody(db, named)
    if (!person) {
      const id = idIn(named)
      if (id) await forgetTraces({ db, keyring }, id)
      return { text: `${nobodyThere(named)}: nothing was deleted`, data: { isChange: false } }
    }
    const endedSessions = await deletePerson({ db, keyring }, person.id)
    return {
      text: `Deleted ${nameOf(person)}\n${endedSessionsText(endedSessions.length)}`,
      data: { id: person.id, isChange: true, endedSessions },
    }
  },
}
