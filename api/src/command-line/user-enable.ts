import { enablePerson } from '../accounts/users/account-status-changes.ts'
import type { Command } from './command.ts'
import { findSomebody, nameOf } from './find-somebody.ts'

export const userEnable: Command = {
  usage: 'user enable <email-or-id>',
  summary: 'Lets somebody in again who was disabled; wrong guesses that hold them up are for user unlock',
  async run({ db }, given) {
    const person = await findSomebody(db, given['email-or-id'])
    const isChange = await enablePerson(db, person.id)
    const text = isChange
      ? `Enabled ${nameOf(person)}\nThey sign in anew: what was ended stays so.`
      : `Not disabled: ${nameOf(person)}`
    return { text, data: { id: person.id, isChange } }
  },
}
