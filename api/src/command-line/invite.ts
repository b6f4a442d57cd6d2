import { firstName as firstNameField, lastName as lastNameField } from '@foyer/contract/names'
import { isPlatform, type Platform, platformRow, platforms } from '@foyer/contract/platforms'
import * as v from 'valibot'
import { InvitationError, type Invited, invite as inviteSomebody } from '../accounts/invitations.ts'
import { createOutbox } from '../outbox/outbox.ts'
import { type Command, CommandError, type Given } from './command.ts'

export const invite: Command = {
  usage: 'invite',
  summary: 'Lets somebody use a platform, and mails them how',
  options: [
    { flags: '--email <address>', summary: 'whom (required)' },
    { flags: '--platform <platform>', summary: `where (required): ${platforms.join(', ')}` },
    { flags: '--first-name <name>', summary: 'of somebody who has no account yet' },
    { flags: '--last-name <name>', summary: 'of somebody who has no account yet' },
    { flags: '--closed-beta', summary: 'to the closed beta of a platform that is open to sign-up' },
  ],
  async run({ db, vault, config }, given) {
    const { platform, email } = given
    if (typeof email !== 'string') throw new CommandError('Say whom: --email asha@example.com')
    if (!isPlatform(platform)) throw new CommandError(`Say where: --platform, one of ${platforms.join(', ')}`)
    // Only queued here: the service sends it.
    const senders = { email: null, sms: null }
    const outbox = createOutbox({ vault, letterhead: config, senders, keepsContent: false })
    const invitation = { email, platform, isBeta: given.closedBeta === true, ...namesIn(given) }
    const invited = await inviteSomebody({ db, vault, config, outbox }, invitation).catch((error) => {
      throw error instanceof InvitationError ? new CommandError(error.message) : error
    })
    return { text: textOf(invited, platform), data: { platform, ...invited } }
  },
}

function namesIn({ firstName, lastName }: Given) {
  return {
    firstName: readName('--first-name', firstNameField, firstName),
    lastName: readName('--last-name', lastNameField, lastName) ?? undefined,
  }
}

function readName<S extends typeof firstNameField | typeof lastNameField>(
  flag: string,
  field: S,
  given: Given[string],
): v.InferOutput<S> | undefined {
  if (given === undefined) return undefined
  const read = v.safeParse(field, given)
  if (!read.success) throw new CommandError(`${flag}: ${read.issues[0].message}`)
  return read.output
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
