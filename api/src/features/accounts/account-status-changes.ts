/** Changes the account status of a user for an operator, ends sessions and links that need it, and records an audit event. */
import type { Platform } from '@foyer/contract/platforms'
import type { Kysely } from 'kysely'
import { endAllSessions } from '../../identity/sessions/end-session.ts'
import { endChallenges } from '../../identity/tokens/otp-challenges.ts'
import { endLinks } from '../../identity/tokens/password-links.ts'
import { addMembership, removeMembership } from '../../identity/users/memberships.ts'
import { lockContacts, setDisabled } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { LogoutQueue } from '../../messages/back-channel/logout-queue.ts'

type Storage = { db: Kysely<Tables>; outbox: LogoutQueue }

type Change = {
  /** False if the account was in this state before. */
  isChange: boolean
  endedSessions: string[]
}

/** Disables a user, ends the user's sessions, and makes codes and links of the user invalid. */
export function disableUser({ db, outbox }: Storage, userId: string): Promise<Change> {
  return db.transaction().execute(async (trx) => {
    await endChallenges(trx, userId)
    await lockContacts(trx, userId)
    const isChange = await setDisabled(trx, userId, true)
    const endedSessions = await endAllSessions(trx, outbox, { userId, reason: 'disabled' })
    await endLinks(trx, { userId })
    const details = { endedSessions: endedSessions.length }
    if (isChange) await recordEvent(trx, { event: 'user-disabled', userId, details })
    return { isChange, endedSessions }
  })
}

/** Enables a user again. Ends sessions once more: a sign-in that ran while the user was disabled may have opened one. */
export function enableUser({ db, outbox }: Storage, userId: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockContacts(trx, userId)
    const isChange = await setDisabled(trx, userId, false)
    if (!isChange) return false
    await endAllSessions(trx, outbox, { userId, reason: 'disabled' })
    await recordEvent(trx, { event: 'user-enabled', userId })
    return true
  })
}

type UserOnPlatform = { userId: string; platform: Platform }

/** Makes a user a member. The user's sessions on the platform end, because they were opened without a membership. */
export function grantMembership(
  { db, outbox }: Storage,
  { userId, platform }: UserOnPlatform,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const isChange = await addMembership(trx, { userId, platform, provenance: 'administrator' })
    if (!isChange) return false
    await endAllSessions(trx, outbox, { userId, reason: 'no-access', platform })
    await recordEvent(trx, { event: 'membership-added', userId, platform })
    return true
  })
}

/** Ends a membership, the user's sessions on the platform and the invitations to it. */
export function endMembership(
  { db, outbox }: Storage,
  { userId, platform }: UserOnPlatform,
): Promise<Change> {
  return db.transaction().execute(async (trx) => {
    await lockContacts(trx, userId)
    const isChange = await removeMembership(trx, { userId, platform })
    const endedSessions = await endAllSessions(trx, outbox, {
      userId,
      reason: 'membership-removed',
      platform,
    })
    await endLinks(trx, { userId, joins: platform })
    const details = { endedSessions: endedSessions.length }
    if (isChange) await recordEvent(trx, { event: 'membership-removed', userId, platform, details })
    return { isChange, endedSessions }
  })
}
