/** Defines the commands for memberships: `membership add` and `membership remove`. */
import { endMembership, grantMembership } from '../../features/accounts/account-status-changes.ts'
import { type Command, CommandError } from './command.ts'
import { describeUser, isProven, requireUser } from './named-user.ts'
import { readPlatform } from './options.ts'
import { endedSessionsText } from './session.ts'

export const membershipAdd: Command = {
  usage: 'membership add <email-or-id> <platform>',
  summary: 'Lets a user with a confirmed contact sign in to one more platform',
  async run({ db, outbox }, given) {
    const platform = readPlatform(given.platform)
    const user = await requireUser(db, given['email-or-id'])
    if (!(await isProven(db, user, given['email-or-id']))) {
      throw new CommandError(
        'The user has not confirmed this contact, so the account may belong to another user: use invite',
      )
    }
    const isChange = await grantMembership({ db, outbox }, { userId: user.id, platform })
    const done = isChange ? 'is now a member' : 'was already a member'
    return {
      text: `${describeUser(user)} ${done}: ${platform}${user.isDisabled ? '\nThe account is disabled: run user enable to enable it' : ''}`,
      data: { id: user.id, platform, isChange },
    }
  },
}

export const membershipRemove: Command = {
  usage: 'membership remove <email-or-id> <platform>',
  summary: 'Removes a user from one platform and ends their sessions there',
  async run({ db, outbox }, given) {
    const platform = readPlatform(given.platform)
    const user = await requireUser(db, given['email-or-id'])
    const { isChange, endedSessions } = await endMembership({ db, outbox }, { userId: user.id, platform })
    const done = isChange ? 'is no longer a member' : 'was not a member'
    return {
      text: `${describeUser(user)} ${done}: ${platform}\n${endedSessionsText(endedSessions.length)}`,
      data: { id: user.id, platform, isChange, endedSessions },
    }
  },
}
