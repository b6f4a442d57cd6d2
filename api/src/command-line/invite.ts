import { isPlatform, type Platform, platformRow, platforms } from '@foyer/contract/platforms'
import { InvitationError, type Invited, invite as inviteSomebody } from '../accounts/users/invitations.ts'
import { createOutbox } from '../outbox/outbox.ts'
import { type Command, CommandError } from './command.ts'
import { nameOptions, readNames } from './read-names.ts'

export const invite: Command = {
  usage: 'invite',
  summary: 'Lets somebody use a platform, and mails them how',
  options: [
    { flags: '--email <address>', summary: 'whom (required)' },
    { flags: '--platform <platform>', summary: `where (required): ${platforms.join(', ')}` },
    ...nameOptions,
    { flags: '--closed-beta', summary: 'to the closed beta of a platform that is open to sign-up' },
  ],
  async run({ db, keyring, config }, given) {
    const { platform, email } = given
    if (typeof email !== 'string') throw new CommandError('Say whom: --email asha@example.com')
    if (!isPlatform(platform)) throw new CommandError(`Say where: --platform, one of ${platforms.join(', ')}`)
    // Only queued here: the service sends it.
    const senders = { email: null, sms: null }
    const outbox = createOutbox({ keyring, letterhead: config, senders, keepsContent: false })
    const invitation = { email, platform, isBeta: given.closedBeta === true, ...readNames(given) }
    const invited = await inviteSomebody({ db, keyring, config, outbox }, invitation).catch((error) => {
      throw error instanceof InvitationError ? new CommandError(error.message) : error
    })
    return { text: textOf(invited, platform), data: { platform, ...invited } }
  },
}

function textOf({ kind, mailedTo }: Invited, platform: Platform): string {
  const { role } = platformRow(platform)
  const mail = `A mail to ${mailedTo} is queued`
  const sentences: Record<Invited['kind'], string> = {
    link: `${mail}. They are ${role} once they use its link, within three days.`,
    'member-link': `They are ${role} now. ${mail}, with a link for a password.`,
    added: `They are ${role} now. ${mail}, which tells them.`,
    member: `They are ${role} already, and have a password: nothing was done.`,
  }
  return sentences[kind]
}
