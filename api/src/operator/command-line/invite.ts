/** Defines the command `invite`. */
import { roleNames } from '@foyer/contract/platform-names'
import { isPlatform, type Platform, platforms } from '@foyer/contract/platforms'
import { InvitationError, type Invited, invite as inviteUser } from '../../features/accounts/invitations.ts'
import { type Command, CommandError } from './command.ts'
import { nameOptions, readNames } from './options.ts'

export const invite: Command = {
  usage: 'invite',
  summary: 'Invites a user to a platform by email',
  options: [
    { flags: '--email <address>', summary: 'email address of the user (required)' },
    {
      flags: '--platform <platform>',
      summary: `platform to invite the user to (required): ${platforms.join(', ')}`,
    },
    ...nameOptions,
    { flags: '--closed-beta', summary: 'invites to the closed beta of a platform with open sign-up' },
  ],
  async run({ db, keyring, config, outbox }, given) {
    const { platform, email } = given
    if (typeof email !== 'string') throw new CommandError('Give the email address: --email asha@example.com')
    if (!isPlatform(platform))
      throw new CommandError(`Give the platform: --platform, one of ${platforms.join(', ')}`)
    const invitation = { email, platform, isBeta: given.closedBeta === true, ...readNames(given) }
    const invited = await inviteUser({ db, keyring, config, outbox }, invitation).catch((error) => {
      throw error instanceof InvitationError ? new CommandError(error.message) : error
    })
    return { text: textOf(invited, platform), data: { platform, ...invited } }
  },
}

function textOf({ kind, mailedTo }: Invited, platform: Platform): string {
  const role = roleNames[platform]
  const mail = `An email to ${mailedTo} is queued`
  const sentences: Record<Invited['kind'], string> = {
    link: `${mail}. The user becomes ${role} by using its link within three days.`,
    'member-link': `The user is now ${role}. ${mail}, with a link to create a password.`,
    added: `The user is now ${role}. ${mail} to notify them.`,
    member: `The user is already ${role} and has a password. Nothing was changed.`,
  }
  return sentences[kind]
}
