import { listOneTimeTokens } from '../accounts/one-time-tokens/one-time-tokens.ts'
import { listChallenges } from '../accounts/one-time-tokens/otp-challenges.ts'
import { describePassword } from '../accounts/passwords/credentials.ts'
import { listKnownBrowsers } from '../accounts/sessions/known-browsers.ts'
import { listAllSessions } from '../accounts/sessions/sessions.ts'
import { listIdentities } from '../accounts/users/identities.ts'
import { findHold } from '../accounts/users/lockout.ts'
import { listMemberships } from '../accounts/users/memberships.ts'
import { findSignUp } from '../accounts/users/sign-ups.ts'
import { findSettings } from '../accounts/users/user-settings.ts'
import { findRecord, type Person } from '../accounts/users/users.ts'
import { listAnalyticsEvents } from '../analytics/list-analytics-events.ts'
import { listEvents } from '../audit.ts'
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

async function exportPerson({ db, keyring }: Context, person: Person) {
  const { id, firstName, lastName, pictureUrl } = person
  const { contacts, createdAt, disabledAt } = await findRecord(db, id)
  const macs = contacts.flatMap(({ value }) => recipientMacs(keyring, value))
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
    signUpTracking: await listTracking({ db, keyring }, id),
    password: await describePassword(db, id),
    otherProviders: await listIdentities(db, id),
    lockout: await findHold(db, keyring, id),
    sessions: await listAllSessions(db, id),
    knownBrowsers: await listKnownBrowsers(db, id),
    oneTimeCodes: await listChallenges(db, id),
    oneTimeValues: await listOneTimeTokens(db, id),
    messages: await findMessagesTo(db, macs),
    analytics: await listAnalyticsEvents({ db, keyring }, id),
    auditTrail: await listEvents(db, id),
  }
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
