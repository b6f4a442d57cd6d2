import { clearGuesses } from '../accounts/users/lockout.ts'
import { recordEvent } from '../audit.ts'
import type { Command } from './command.ts'
import { findSomebody, nameOf } from './find-somebody.ts'

export const userUnlock: Command = {
  usage: 'user unlock <email-or-id>',
  summary: 'Forgets somebody’s wrong guesses and waits for one-time codes, so that they may try at once',
  async run({ db, keyring }, given) {
    const person = await findSomebody(db, given['email-or-id'])
    await clearGuesses(db, keyring, person.id)
    await recordEvent(db, { event: 'user-unlocked', userId: person.id })
    return { text: `Unlocked ${nameOf(person)}`, data: { id: person.id } }
  },
}
