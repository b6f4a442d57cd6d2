import { grantMembership } from '../accounts/users/account-status-changes.ts'
import { type Command, CommandError } from './command.ts'
import { findSomebody, isProven, nameOf } from './find-somebody.ts'
import { readPlatform } from './read-platform.ts'

export const membershipAdd: Command = {
  usage: 'membership add <email-or-id> <platform>',
  summary: 'Lets somebody who has proven their address sign in to one more platform',
  async run({ db }, given) {
    const platform = readPlatform(given.platform)
    const person = await findSomebody(db, given['email-or-id'])
    if (!(await isProven(db, person, given['email-or-id']))) {
      throw new CommandError(
        'Nobody has proven yet that this address is theirs, so the account may be anybody’s: use invite',
      )
    }
    const isChange = await grantMembership(db, { userId: person.id, platform })
    const done = isChange ? 'is a member now' : 'was a member already'
    return {
      text: `${nameOf(person)} ${done}: ${platform}${person.isDisabled ? '\nThey are disabled: see user enable' : ''}`,
      data: { id: person.id, platform, isChange },
    }
  },
}
