/** Defines the commands for the stored data of a user: `user show`, `user export` and `user delete`. */

import { deleteUser, forgetTraces } from '../../features/accounts/delete-user.ts'
import { readUserData } from '../../features/accounts/read-user-data.ts'
import { describePassword } from '../../identity/credentials/credentials.ts'
import { findDeletion } from '../../identity/sessions/account-deletions.ts'
import { listOpenSessions } from '../../identity/sessions/sessions.ts'
import { longestSecondFactorLockout, longestUserLockout } from '../../identity/sessions/user-lockouts.ts'
import { listLinks } from '../../identity/tokens/password-links.ts'
import type { User } from '../../identity/users/find-user.ts'
import { listIdentities } from '../../identity/users/identities.ts'
import { listMemberships } from '../../identity/users/memberships.ts'
import { fullName } from '../../identity/users/user-names.ts'
import { findUserRecord } from '../../identity/users/user-record.ts'
import { recordEvent } from '../../kernel/audit.ts'
import { pseudonymsOf } from '../../kernel/pseudonyms.ts'
import type { Command, Context } from './command.ts'
import { describeUser, idIn, lookUpUser, noUserText, printable, requireUser } from './named-user.ts'
import { endedSessionsText } from './session.ts'

export const userShow: Command = {
  usage: 'user show <email-or-id>',
  summary: 'Shows the account of a user, without anything that could be used to sign in',
  readsOnly: true,
  async run(context, given) {
    const shown = await readAccount(context, await requireUser(context.db, given['email-or-id']))
    return { text: textOf(shown), data: shown }
  },
}

type Shown = Awaited<ReturnType<typeof readAccount>>

async function readAccount({ db, keyring }: Context, user: User) {
  const { id, firstName, lastName } = user
  const { contacts, createdAt, disabledAt } = await findUserRecord(db, id)
  const lockout = await longestUserLockout(db, keyring, id)
  const factorLockout = await longestSecondFactorLockout(db, keyring, id)
  const sessions = await listOpenSessions(db, { userId: id, sessionId: null })
  const deletion = await findDeletion(db, id)
  return {
    id,
    /** The `user` of log lines, the hash under the newest secret first. */
    inLog: pseudonymsOf(keyring, 'user', id),
    firstName,
    lastName,
    createdAt,
    disabledAt,
    /** When the user's own request will delete the account. */
    deletionDueAt: deletion && !deletion.cancelledAt ? deletion.dueAt : null,
    contacts,
    memberships: await listMemberships(db, id),
    password: await describePassword(db, id),
    otherProviders: (await listIdentities(db, id)).map(({ subject: _, ...identity }) => identity),
    /** `until` is null if only `user unlock` or a password reset ends the lockout. */
    lockout: lockout && { until: lockout.isClosed ? null : lockout.until },
    /** `until` is null if only `user unlock` ends the lockout. */
    secondFactorLockout: factorLockout && { until: factorLockout.isClosed ? null : factorLockout.until },
    links: await listLinks(db, id),
    sessions: sessions.map(({ deviceLabel, isHere: _, ...session }) => ({ ...session, device: deviceLabel })),
  }
}

function textOf(shown: Shown): string {
  const { contacts, memberships, password, otherProviders, lockout, secondFactorLockout, links, sessions } =
    shown
  const rows: [string, string[]][] = [
    ['id', [shown.id]],
    ['in the log', [`user ${shown.inLog.join(', formerly ')}`]],
    ['created', [shown.createdAt.toISOString()]],
    ['disabled', [shown.disabledAt ? `since ${shown.disabledAt.toISOString()}` : 'no']],
    ['deletion', shown.deletionDueAt ? [`due ${shown.deletionDueAt.toISOString()}`] : []],
    [
      'contacts',
      contacts.map(
        ({ value, provenance, isPrimary }) => `${value}  ${provenance}${isPrimary ? ', primary' : ''}`,
      ),
    ],
    [
      'memberships',
      memberships.map(
        ({ platform, provenance, createdAt }) => `${platform}  ${provenance}, ${createdAt.toISOString()}`,
      ),
    ],
    ['password', password ? [`${password.provenance}, ${password.setAt.toISOString()}`] : []],
    [
      'linked',
      otherProviders.map(
        ({ provider, email, createdAt }) =>
          `${provider}  ${printable(email ?? '') || 'no email'}, since ${createdAt.toISOString()}`,
      ),
    ],
    ['lockout', [lockoutText(lockout)]],
    [
      'second factor lockout',
      [secondFactorLockout ? secondFactorLockedUntil(secondFactorLockout.until) : 'none'],
    ],
    ['links', links.map(({ purpose, expiresAt }) => `${purpose}  valid until ${expiresAt.toISOString()}`)],
    [
      'sessions',
      sessions.map(
        ({ id, platform, device, createdAt }) =>
          `${id}  ${platform}  ${device ?? 'unknown device'}  since ${createdAt.toISOString()}`,
      ),
    ],
  ]
  return [
    printable(fullName(shown)) || '(no name)',
    ...rows.flatMap(([name, lines]) =>
      (lines.length > 0 ? lines : ['none']).map((line, index) => `${(index ? '' : name).padEnd(13)}${line}`),
    ),
  ].join('\n')
}

function lockoutText(held: Shown['lockout']): string {
  return held ? lockedUntil(held.until) : 'none'
}

/** `until` is null for a closed account. */
export function lockedUntil(until: Date | null): string {
  return until ? `until ${until.toISOString()}` : 'until a password reset or user unlock'
}

/** `until` is null for a closed second factor. */
export function secondFactorLockedUntil(until: Date | null): string {
  return until ? `until ${until.toISOString()}` : 'until user unlock'
}

export const userExport: Command = {
  usage: 'user export <email-or-id>',
  summary: 'Prints all data held about a user as JSON, without password hashes, tokens or keys',
  async run(context, given) {
    const user = await requireUser(context.db, given['email-or-id'])
    const data = (await readUserData(context, user)) ?? {}
    await recordEvent(context.db, { event: 'user-exported', userId: user.id })
    // Escapes control characters that a terminal would obey, because users choose their names.
    const text = JSON.stringify(data, null, 2).replace(/[\u007f-\u009f]/g, escaped)
    return { text, data }
  },
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

export const userDelete: Command = {
  usage: 'user delete <email-or-id>',
  summary:
    'Deletes a user and all data that names them, permanently; docs/operating.md lists what it cannot reach',
  async run(context, given) {
    const { db, keyring } = context
    const named = given['email-or-id']
    const user = await lookUpUser(db, named)
    if (!user) {
      const id = idIn(named)
      if (id) await forgetTraces({ db, keyring }, id)
      return { text: `${noUserText(named)}: nothing was deleted`, data: { isChange: false } }
    }
    const endedSessions = await deleteUser(context, user.id)
    return {
      text: `Deleted ${describeUser(user)}\n${endedSessionsText(endedSessions.length)}`,
      data: { id: user.id, isChange: true, endedSessions },
    }
  },
}
