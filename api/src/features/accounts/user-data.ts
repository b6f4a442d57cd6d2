/**
 * Lists the kinds of data that the service stores about a user. Each kind has its tables, how exports read it, and what
 * the first proof of a contact and the deletion of the user do to it. A new table with data about users belongs to a row
 * here: user-data.test.ts names a table that is missing.
 */
import {
  deletePassword,
  deleteUnprovenPassword,
  describePassword,
} from '../../identity/credentials/credentials.ts'
import { listPasskeys, removePasskeys } from '../../identity/credentials/passkeys.ts'
import { countRecoveryCodes, removeRecoveryCodes } from '../../identity/credentials/recovery-codes.ts'
import { listTotpFactors, removeTotpFactors } from '../../identity/credentials/totp-factors.ts'
import { findDeletion } from '../../identity/sessions/account-deletions.ts'
import { listEnrolments } from '../../identity/sessions/assurance.ts'
import { endAllSessions } from '../../identity/sessions/end-session.ts'
import { forgetKnownBrowsers, listKnownBrowsers } from '../../identity/sessions/known-browsers.ts'
import { listAllSessions } from '../../identity/sessions/sessions.ts'
import { longestSecondFactorLockout, longestUserLockout } from '../../identity/sessions/user-lockouts.ts'
import { listOneTimeTokens } from '../../identity/tokens/one-time-tokens.ts'
import { deleteChallenges, listChallenges } from '../../identity/tokens/otp-challenges.ts'
import { listConsents, removeConsents } from '../../identity/users/app-consents.ts'
import { spellingsOf } from '../../identity/users/identifier.ts'
import { listIdentities, removeIdentities } from '../../identity/users/identities.ts'
import { listMemberships } from '../../identity/users/memberships.ts'
import { deleteClaims, deleteFurtherContacts, listClaims } from '../../identity/users/own-contacts.ts'
import { listPictures, removePictures } from '../../identity/users/pictures.ts'
import { findUserRecord } from '../../identity/users/user-record.ts'
import { findSettings, forgetSettings } from '../../identity/users/user-settings.ts'
import { deleteUnprovenContacts, setName } from '../../identity/users/users.ts'
import { listEvents } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { attachmentFiles, evidenceFiles, logoFiles, pictureFiles } from '../../kernel/storage/owned-files.ts'
import { deleteMessagesTo, findMessagesTo, unlinkMessagesTo } from '../../messages/messages.ts'
import { recipientMacs } from '../../messages/payload.ts'
import { listAnalyticsEvents } from '../analytics/list-analytics-events.ts'
import { deleteTracking, listTracking } from '../analytics/signup-tracking.ts'
import { listEvidencesOf } from '../evidences/evidence-rows.ts'
import { deleteHelpRequests, listHelpRequests } from '../help/help-requests.ts'
import { forgetPreferences, listPreferences } from '../notifications/notification-preferences.ts'
import { deleteNotifications, listAllNotifications } from '../notifications/notifications.queries.ts'
import { listBlocks } from '../profile/profile-blocks.ts'
import { listItemIds } from '../profile/profile-items.ts'
import { findProfile, removeProfile } from '../profile/profiles.ts'
import {
  deleteInvitationsTo,
  endAllInvitationsBy,
  listSentInvitations,
} from '../schools/school-invitation-rows.ts'
import {
  deleteFoundedSchools,
  forgetContactPerson,
  listLogosOfFounder,
  listSchools,
} from '../schools/school-rows.ts'
import { listAttachmentFiles } from '../skill-portfolio/attachment-rows.ts'
import { findPortfolio, removePortfolio } from '../skill-portfolio/portfolios.ts'
import { listSubmissionsOf, submissionsMax } from '../skill-portfolio/submission-rows.ts'
import { deleteExport, findExport } from './data-exports.ts'
import { filesOf, type KindsOfData } from './kind-of-data.ts'
import { deleteSignUp, findSignUp } from './sign-ups.ts'

/** Lists data that a sign-in locks before the user, in its order. Proofs and deletions use the same order to avoid deadlocks. */
export const lockedBeforeUser: KindsOfData = {
  oneTimeCodes: {
    title: 'One-time codes',
    tables: ['otpChallenges'],
    read: ({ db, userId }) => listChallenges(db, userId),
    atFirstProof: 'kept',
    atDeletion: ({ trx, userId }) => deleteChallenges(trx, userId),
  },
  password: {
    title: 'Password',
    tables: ['credentials'],
    read: ({ db, userId }) => describePassword(db, userId),
    async atFirstProof({ trx, userId, outcome }) {
      outcome.hasLostPassword = await deleteUnprovenPassword(trx, userId)
    },
    atDeletion: ({ trx, userId }) => deletePassword(trx, userId),
  },
  otherProviders: {
    title: 'Linked accounts',
    tables: ['identities'],
    read: ({ db, userId }) => listIdentities(db, userId),
    atFirstProof: ({ trx, userId }) => removeIdentities(trx, userId),
    atDeletion: ({ trx, userId }) => removeIdentities(trx, userId),
  },
  passkeys: {
    title: 'Passkeys',
    tables: ['passkeys'],
    read: async ({ db, userId }) =>
      (await listPasskeys(db, userId)).map(({ credentialId: _, ...passkey }) => passkey),
    // An impostor would still sign in with one.
    atFirstProof: ({ trx, userId }) => removePasskeys(trx, userId),
    atDeletion: ({ trx, userId }) => removePasskeys(trx, userId),
  },
  secondFactors: {
    title: 'Authenticator apps',
    tables: ['totpFactors', 'recoveryCodes', 'assuranceEnrolments'],
    async read({ db, userId }) {
      const { left, madeAt } = await countRecoveryCodes(db, userId)
      const enrolments = await listEnrolments(db, userId)
      return { apps: await listTotpFactors(db, userId), recoveryCodes: { left, madeAt }, enrolments }
    },
    // The owner has no codes of an impostor's app.
    atFirstProof: ({ trx, userId }) => removeSecondFactors(trx, userId),
    atDeletion: ({ trx, userId }) => removeSecondFactors(trx, userId),
  },
  apps: {
    title: 'Apps that may read your account',
    tables: ['appConsents'],
    read: ({ db, userId }) => listConsents(db, userId),
    // The owner has not agreed to what an impostor allowed.
    atFirstProof: ({ trx, userId }) => removeConsents(trx, userId),
    atDeletion: ({ trx, userId }) => removeConsents(trx, userId),
  },
  knownBrowsers: {
    title: 'Browsers that we know',
    tables: ['knownBrowsers'],
    read: ({ db, userId }) => listKnownBrowsers(db, userId),
    atFirstProof: ({ trx, userId }) => forgetKnownBrowsers(trx, userId),
    atDeletion: ({ trx, userId }) => forgetKnownBrowsers(trx, userId),
  },
}

/** Lists data that proofs and deletions change while the user is locked. */
export const lockedByUser: KindsOfData = {
  contacts: {
    title: 'Emails and phone numbers',
    tables: ['users', 'emails', 'phones'],
    read: async ({ db, userId }) => (await findUserRecord(db, userId)).contacts,
    async atFirstProof({ trx, userId, user }) {
      // If the sign-in address was proven before, its owner added the other proven contacts, and they stay.
      if (user.emailProvenance !== 'verified') await deleteFurtherContacts(trx, userId)
      await deleteUnprovenContacts(trx, userId)
      await setName(trx, userId, { firstName: '', lastName: null })
    },
    atDeletion: 'by deleteUser',
  },
  deletion: {
    title: 'Deletion of the account',
    tables: ['accountDeletions'],
    read: ({ db, userId }) => findDeletion(db, userId),
    atFirstProof: 'kept',
    atDeletion: 'with the user',
  },
  exports: {
    title: 'Export of your data',
    tables: ['dataExports'],
    read: ({ db, userId }) => findExport(db, userId),
    atFirstProof: ({ trx, userId }) => deleteExport(trx, userId),
    atDeletion: 'with the user',
  },
  unverifiedContacts: {
    title: 'Emails and phone numbers that you have not verified',
    tables: ['emailClaims', 'phoneClaims'],
    read: ({ db, userId }) => listClaims(db, userId),
    atFirstProof: ({ trx, userId }) => deleteClaims(trx, userId),
    atDeletion: 'with the user',
  },
  memberships: {
    title: 'Platforms that you may use',
    tables: ['memberships'],
    read: ({ db, userId }) => listMemberships(db, userId),
    atFirstProof: 'kept',
    atDeletion: 'with the user',
  },
  settings: {
    title: 'Settings',
    tables: ['userSettings'],
    read: ({ db, userId }) => findSettings(db, userId),
    atFirstProof: ({ trx, userId }) => forgetSettings(trx, userId),
    atDeletion: 'with the user',
  },
  pictures: {
    title: 'Pictures',
    tables: ['pictures'],
    // The address of the picture is among the user's own data.
    read: 'with another kind',
    atFirstProof: ({ trx, userId }) => removePictures(trx, userId),
    atDeletion: 'with the user',
    files: filesOf(listPictures, pictureFiles.deleteUnowned),
  },
  profile: {
    title: 'Profile',
    tables: ['profiles', 'profileItems'],
    read: async ({ db, userId }) => (await findProfile(db, userId)) ?? null,
    atFirstProof: ({ trx, userId }) => removeProfile(trx, userId),
    async atDeletion({ trx, userId, outcome }) {
      outcome.made.push(...(await listItemIds(trx, userId)))
    },
  },
  blockList: {
    title: 'Block list',
    tables: ['profileBlocks'],
    read: ({ db, userId }) => listBlocks(db, userId),
    atFirstProof: 'with another kind',
    atDeletion: 'with the user',
  },
  evidences: {
    title: 'Files in your profile',
    tables: ['evidences'],
    read: ({ db, userId }) => listEvidencesOf(db, userId),
    atFirstProof: 'with another kind',
    atDeletion: 'with the user',
    files: filesOf(listEvidencesOf, evidenceFiles.deleteUnowned),
  },
  signUp: {
    title: 'Sign-up',
    tables: ['signUps'],
    read: async ({ db, userId }) => (await findSignUp(db, userId)) ?? null,
    atFirstProof: ({ trx, userId }) => deleteSignUp(trx, userId),
    atDeletion: 'with the user',
  },
  signUpTracking: {
    title: 'Campaign of your sign-up',
    tables: ['signupTracking'],
    read: ({ db, keyring, userId }) => listTracking({ db, keyring }, userId),
    atFirstProof: ({ trx, userId }) => deleteTracking(trx, userId),
    atDeletion: 'with the user',
  },
  schools: {
    title: 'Schools',
    tables: ['schools', 'schoolAccess', 'schoolLogos'],
    read: ({ db, userId }) => listSchools(db, userId),
    atFirstProof: ({ trx, userId }) => deleteFoundedSchools(trx, userId),
    async atDeletion({ trx, userId, contacts }) {
      await deleteFoundedSchools(trx, userId)
      await forgetContactPerson(trx, { userId, contacts })
    },
    files: filesOf(listLogosOfFounder, logoFiles.deleteUnowned),
  },
  schoolInvitations: {
    title: 'Invitations to your schools that you sent',
    tables: ['schoolInvitations'],
    read: ({ db, userId }) => listSentInvitations(db, userId),
    // An impostor who signed up with another person's address may have invited people to a school.
    atFirstProof: ({ trx, userId }) => endAllInvitationsBy(trx, userId),
    // The foreign key deletes what the user sent.
    atDeletion: ({ trx, contacts }) => deleteInvitationsTo(trx, contacts),
  },
  skillPortfolio: {
    title: 'Skill portfolio',
    tables: ['skillPortfolios'],
    read: ({ db, userId }) => findPortfolio(db, userId),
    atFirstProof: ({ trx, userId }) => removePortfolio(trx, userId),
    atDeletion: 'with the user',
  },
  submissions: {
    title: 'Work that platforms handed in for you',
    tables: ['skillSubmissions', 'skillAttachments'],
    read: async ({ db, userId }) =>
      (await listSubmissionsOf(db, userId, { limit: submissionsMax, offset: 0 })).items,
    atFirstProof: 'with another kind',
    atDeletion: 'with the user',
    files: filesOf(listAttachmentFiles, attachmentFiles.deleteUnowned),
  },
  lockout: {
    title: 'Wait after wrong passwords or codes',
    tables: ['attempts'],
    read: async ({ db, keyring, userId }) =>
      (await longestUserLockout(db, keyring, userId)) ?? longestSecondFactorLockout(db, keyring, userId),
    atFirstProof: 'kept',
    atDeletion: 'by deleteUser',
  },
  sessions: {
    title: 'Sessions',
    tables: ['sessions', 'browserSessions', 'idempotencyKeys'],
    read: ({ db, userId }) => listAllSessions(db, userId),
    async atFirstProof({ trx, userId, outbox, outcome }) {
      outcome.endedSessions = await endAllSessions(trx, outbox, { userId, reason: 'mailbox-proven' })
    },
    async atDeletion({ trx, userId, outbox, outcome }) {
      outcome.endedSessions = await endAllSessions(trx, outbox, { userId, reason: 'disabled' })
      outcome.sessions = (await listAllSessions(trx, userId)).map(({ id }) => id)
    },
  },
  oneTimeValues: {
    title: 'Links and codes for platforms',
    tables: ['oneTimeTokens'],
    read: ({ db, userId }) => listOneTimeTokens(db, userId),
    atFirstProof: 'kept',
    atDeletion: 'with the user',
  },
  messages: {
    title: 'Messages that we sent',
    tables: ['messages'],
    // Messages to platforms are kept under the user's id.
    read: ({ db, keyring, userId, contacts }) =>
      findMessagesTo(
        db,
        [userId, ...contacts.flatMap(spellingsOf)].flatMap((value) => recipientMacs(keyring, value)),
      ),
    atFirstProof: 'kept',
    /** Messages to platforms about the sessions that have just ended are still sent. */
    async atDeletion({ trx, keyring, userId, contacts }) {
      for (const value of contacts.flatMap(spellingsOf))
        await deleteMessagesTo(trx, recipientMacs(keyring, value))
      await unlinkMessagesTo(trx, recipientMacs(keyring, userId))
    },
  },
  helpRequests: {
    title: 'Help requests',
    tables: ['helpRequests'],
    read: ({ db, keyring, userId, contacts: emails }) => listHelpRequests(db, keyring, { userId, emails }),
    atFirstProof: 'kept',
    async atDeletion({ trx, keyring, userId, contacts: emails, outcome }) {
      outcome.made.push(...(await deleteHelpRequests(trx, keyring, { userId, emails })))
    },
  },
  notifications: {
    title: 'Notifications',
    tables: ['notifications'],
    read: ({ db, userId }) => listAllNotifications(db, userId),
    atFirstProof: 'kept',
    async atDeletion({ trx, userId, outcome }) {
      outcome.made.push(...(await deleteNotifications(trx, userId)))
    },
  },
  notificationPreferences: {
    title: 'Notifications that you turned on or off',
    tables: ['notificationPreferences'],
    read: ({ db, userId }) => listPreferences(db, userId),
    atFirstProof: ({ trx, userId }) => forgetPreferences(trx, userId),
    atDeletion: 'with the user',
  },
  analytics: {
    title: 'Statistics',
    tables: ['analyticsEvents', 'analyticsDevices'],
    read: ({ db, keyring, userId }) => listAnalyticsEvents({ db, keyring }, userId),
    atFirstProof: 'kept',
    atDeletion: 'with the user',
  },
  auditTrail: {
    title: 'Events of your account',
    tables: ['auditEvents'],
    // The details of an event name the operator who caused it, and its session may be one of staff.
    read: async ({ db, userId, isForUser }) =>
      (await listEvents(db, userId)).map((event) => (isForUser ? withoutOthers(event) : event)),
    atFirstProof: 'kept',
    atDeletion: 'by deleteUser',
  },
}

async function removeSecondFactors(trx: Db, userId: string): Promise<void> {
  await removeTotpFactors(trx, { userId })
  await removeRecoveryCodes(trx, userId)
}

function withoutOthers<Event extends { details: object; sessionId: unknown }>({
  sessionId: _,
  ...event
}: Event): object {
  const { actor: __, ...details } = event.details as { actor?: unknown }
  return { ...event, details }
}

export const userData: KindsOfData = { ...lockedBeforeUser, ...lockedByUser }
