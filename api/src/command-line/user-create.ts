import { isPlatform, platformRow, platforms } from '@foyer/contract/platforms'
import { AccountError, createAccount } from '../accounts/users/operator-accounts.ts'
import { createOutbox } from '../outbox/outbox.ts'
import { type Command, CommandError } from './command.ts'
import { printable } from './find-somebody.ts'
import { nameOptions, readNames } from './read-names.ts'

export const userCreate: Command = {
  usage: 'user create',
  summary: 'Creates an account with a membership, and mails a link to choose a password',
  options: [
    { flags: '--email <address>', summary: 'of the new user (required)' },
    {
      flags: '--platform <platform>',
      summary: `where they are a member (required): ${platforms.join(', ')}`,
    },
    ...nameOptions,
    {
      flags: '--show-link',
      summary: 'prints the link instead of mailing it: anyone who has it can set the password',
    },
  ],
  async run({ db, keyring, config }, given) {
    const { email, platform } = given
    if (typeof email !== 'string') throw new CommandError('Name the address: --email asha@example.com')
    if (!isPlatform(platform))
      throw new CommandError(`Name the platform: --platform, one of ${platforms.join(', ')}`)
    const { firstName, lastName = null } = readNames(given)
    if (firstName === undefined) throw new CommandError('Name the person: --first-name Asha')
    // The running service sends the mail.
    const senders = { email: null, sms: null }
    const outbox = createOutbox({ keyring, letterhead: config, senders, keepsContent: false })
    const isLinkShown = given.showLink === true
    const account = { email, platform, firstName, lastName, isLinkShown }
    const created = await createAccount({ db, keyring, config, outbox }, account).catch((error) => {
      throw error instanceof AccountError ? new CommandError(error.message) : error
    })
    const { userId, link } = created
    const done = `Created ${printable(firstName)} (${userId}), ${platformRow(platform).role}.`
    const next = link
      ? `This link lets its holder choose the password, once, within three days:\n${link}`
      : `A mail to ${created.email} is queued, with a link to choose a password within three days.`
    return {
      text: `${done}\n${next}`,
      data: { id: userId, email: created.email, platform, ...(link && { link }) },
    }
  },
}
