import { listEvents } from '../accounts/audit.ts'
import { findHold } from '../accounts/guess-ladder.ts'
import { listIdentities } from '../accounts/identities.ts'
import { listKnownBrowsers } from '../accounts/known-devices.ts'
import { listMemberships } from '../accounts/memberships.ts'
import { listChallenges } from '../accounts/otp-challenges.ts'
import { describePassword } from '../accounts/passwords.ts'
import { listOneTimeValues } from '../accounts/secrets.ts'
import { listAllSessions } from '../accounts/sessions.ts'
import { findSignUp } from '../accounts/sign-ups.ts'
import { findSettings } from '../accounts/user-settings.ts'
import { findRecord, type Person } from '../accounts/users.ts'
import { listTold } from '../analytics/list-told.ts'
import { listTracking } from '../documents/signup-tracking.ts'
import { findMessagesTo } from '../outbox/messages.ts'
import { recipientMacs } from '../outbox/payload.ts'
import type { Command, Context } from './command.ts'
import { findSomebody } from './find-somebody.ts'

export const userExport: Command = {
  usage: 'user export <email-or-id>',
  summary: 'Prints everything that is held of somebody as JSON, without password hashes, tokens and keys',
  async run(context, given) {
    const data = await exportPerson(context, await findSomebody(context.db, given['email-or-id']))
    // A terminal obeys some of the characters that people can put into their names.
    const text = JSON.stringify(data, null, 2).replace(/[\u007f-\u009f]/g, escaped)
    return { text, data }
  },
}

async function exportPerson({ db, vault }: Context, person: Person) {
  const { id, firstName, lastName, pictureUrl } = person
  const { contacts, createdAt, disabledAt } = await findRecord(db, id)
  const macs = contacts.flatMap(({ value }) => recipientMacs(vault, value))
  return {
    id,
    firstName,
    lastName,
    pictureUrl,
    createdAt,
    disabledAt,
    contacts,
    memberships: await listMemberships(db, id),
    settings: await findSettings(db, id),
    signUp: (await findSignUp(db, id)) ?? null,
    signUpTracking: await listTracking({ db, vault }, id),
    password: await describePassword(db, id),
    otherProviders: await listIdentities(db, id),
    lockout: await findHold(db, vault, id),
    sessions: await listAllSessions(db, id),
    knownBrowsers: await listKnownBrowsers(db, id),
    oneTimeCodes: await listChallenges(db, id),
    oneTimeValues: await listOneTimeValues(db, id),
    messages: await findMessagesTo(db, macs),
    analytics: await listTold({ db, vault }, id),
    auditTrail: await listEvents(db, id),
  }
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
