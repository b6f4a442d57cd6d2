/**
 * Defines the commands that change accounts: `user create`, `disable`, `disable-demo`, `enable`, `support-code` and `unlock`.
 */
import { roleNames } from '@foyer/contract/platform-names'
import { isPlatform, platforms } from '@foyer/contract/platforms'
import { disableUser, enableUser } from '../../features/accounts/account-status-changes.ts'
import { AccountError, createAccount } from '../../features/accounts/operator-accounts.ts'
import { makeSupportCode } from '../../features/accounts/support-code.ts'
import { findDemoUsers } from '../../features/dev-tools/find-demo-users.ts'
import { createHasher } from '../../identity/credentials/password-hashing.ts'
import { clearSecondFactorLockouts, clearUserLockouts } from '../../identity/sessions/user-lockouts.ts'
import { recordEvent } from '../../kernel/audit.ts'
import { type Command, CommandError } from './command.ts'
import { describeUser, printable, requireUser } from './named-user.ts'
import { nameOptions, readNames } from './options.ts'
import { endedSessionsText } from './session.ts'

export const userCreate: Command = {
  usage: 'user create',
  summary: 'Creates an account with a membership and emails a link to choose a password',
  options: [
    { flags: '--email <address>', summary: 'email address of the new user (required)' },
    {
      flags: '--platform <platform>',
      summary: `platform that the user becomes a member of (required): ${platforms.join(', ')}`,
    },
    ...nameOptions,
    {
      flags: '--show-link',
      summary: 'prints the link instead of emailing it: anyone who has it can set the password',
    },
  ],
  async run({ db, keyring, config, outbox }, given) {
    const { email, platform } = given
    if (typeof email !== 'string') throw new CommandError('Give the email address: --email asha@example.com')
    if (!isPlatform(platform))
      throw new CommandError(`Give the platform: --platform, one of ${platforms.join(', ')}`)
    const { firstName, lastName = null } = readNames(given)
    if (firstName === undefined) throw new CommandError('Give the first name: --first-name Asha')
    const isLinkShown = given.showLink === true
    const account = { email, platform, firstName, lastName, isLinkShown }
    const created = await createAccount({ db, keyring, config, outbox }, account).catch((error) => {
      throw error instanceof AccountError ? new CommandError(error.message) : error
    })
    const { userId, link } = created
    const done = `Created ${printable(firstName)} (${userId}), ${roleNames[platform]}.`
    const next = link
      ? `Anyone who has this link can choose the password, once, within three days:\n${link}`
      : `An email to ${created.email} is queued, with a link to choose a password within three days.`
    return {
      text: `${done}\n${next}`,
      data: { id: userId, email: created.email, platform, ...(link && { link }) },
    }
  },
}

export const userDisable: Command = {
  usage: 'user disable <email-or-id>',
  summary: 'Blocks a user from every platform: ends their sessions, links and one-time codes at once',
  async run({ db, outbox }, given) {
    const user = await requireUser(db, given['email-or-id'])
    const { isChange, endedSessions } = await disableUser({ db, outbox }, user.id)
    const done = isChange ? 'Disabled' : 'Already disabled:'
    return {
      text: `${done} ${describeUser(user)}\n${endedSessionsText(endedSessions.length)}`,
      data: { id: user.id, isChange, endedSessions },
    }
  },
}

export const userDisableDemo: Command = {
  usage: 'user disable-demo',
  summary: 'Disables the demo users of development, whose password is published',
  async run({ db, config, outbox }) {
    const disabled = await findDemoUsers(db, createHasher(config.hashing))
    const endedSessions: string[] = []
    for (const id of disabled) endedSessions.push(...(await disableUser({ db, outbox }, id)).endedSessions)
    const users = disabled.length === 1 ? '1 demo user' : `${disabled.length} demo users`
    return {
      text: `Disabled ${users}\n${endedSessionsText(endedSessions.length)}`,
      data: { disabled, endedSessions },
    }
  },
}

export const userEnable: Command = {
  usage: 'user enable <email-or-id>',
  summary: 'Lets a disabled user sign in again; user unlock ends a lockout after wrong passwords',
  async run({ db, outbox }, given) {
    const user = await requireUser(db, given['email-or-id'])
    const isChange = await enableUser({ db, outbox }, user.id)
    const text = isChange
      ? `Enabled ${describeUser(user)}\nThe user has to sign in again: ended sessions stay ended.`
      : `Not disabled: ${describeUser(user)}`
    return { text, data: { id: user.id, isChange } }
  },
}

export const userSupportCode: Command = {
  usage: 'user support-code <email-or-id>',
  summary:
    'Makes a code that stands in for a lost second factor once, within 20 minutes; identify the user first',
  async run({ db, config, outbox, keyring }, given) {
    const user = await requireUser(db, given['email-or-id'])
    const services = { db, config, outbox, keyring }
    const code = await makeSupportCode(services, user.id)
    if (code === null) throw new CommandError('This user has no second factor and signs in without a code.')
    return {
      text: `Code for ${describeUser(user)}:\n${code}\nIt works once within 20 minutes, after the password. The user was notified.`,
      data: { id: user.id, code },
    }
  },
}

export const userUnlock: Command = {
  usage: 'user unlock <email-or-id>',
  summary: 'Ends a user’s lockout and their wait for one-time codes',
  async run({ db, keyring }, given) {
    const user = await requireUser(db, given['email-or-id'])
    await clearUserLockouts(db, keyring, user.id)
    await clearSecondFactorLockouts(db, keyring, user.id)
    await recordEvent(db, { event: 'user-unlocked', userId: user.id })
    return { text: `Unlocked ${describeUser(user)}`, data: { id: user.id } }
  },
}
