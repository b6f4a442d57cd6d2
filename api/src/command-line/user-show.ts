import { listLinks } from '../accounts/one-time-tokens/one-time-tokens.ts'
import { describePassword } from '../accounts/passwords/credentials.ts'
import { listOpenSessions } from '../accounts/sessions/sessions.ts'
import { findHold } from '../accounts/users/lockout.ts'
import { listMemberships } from '../accounts/users/memberships.ts'
import { fullName } from '../accounts/users/person-names.ts'
import { findRecord, type Person } from '../accounts/users/users.ts'
import type { Command, Context } from './command.ts'
import { findSomebody, printable } from './find-somebody.ts'

export const userShow: Command = {
  usage: 'user show <email-or-id>',
  summary: 'Shows what there is of somebody, never what would let anybody in',
  async run(context, given) {
    const shown = await read(context, await findSomebody(context.db, given['email-or-id']))
    return { text: textOf(shown), data: shown }
  },
}

type Shown = Awaited<ReturnType<typeof read>>

async function read({ db, keyring }: Context, person: Person) {
  const { id, firstName, lastName } = person
  const { contacts, createdAt, disabledAt } = await findRecord(db, id)
  const hold = await findHold(db, keyring, id)
  return {
    id,
    firstName,
    lastName,
    createdAt,
    disabledAt,
    contacts,
    memberships: await listMemberships(db, id),
    password: await describePassword(db, id),
    /** `until` is null where only `user unlock` or a reset opens the account. */
    heldByGuesses: hold && { until: hold.isClosed ? null : hold.until },
    links: await listLinks(db, id),
    sessions: (await listOpenSessions(db, id)).map(({ deviceLabel, ...session }) => ({
      ...session,
      device: deviceLabel,
    })),
  }
}

function textOf(shown: Shown): string {
  const { contacts, memberships, password, heldByGuesses, links, sessions } = shown
  const rows: [string, string[]][] = [
    ['id', [shown.id]],
    ['since', [shown.createdAt.toISOString()]],
    ['disabled', [shown.disabledAt ? `since ${shown.disabledAt.toISOString()}` : 'no']],
    [
      'addresses',
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
    ['guesses', [heldText(heldByGuesses)]],
    ['links', links.map(({ purpose, expiresAt }) => `${purpose}  good until ${expiresAt.toISOString()}`)],
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

function heldText(held: Shown['heldByGuesses']): string {
  if (!held) return 'not held up'
  return held.until
    ? `held up until ${held.until.toISOString()}`
    : 'closed until the password is reset, or user unlock'
}
