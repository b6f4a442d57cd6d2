/** What an operator changes of where somebody may be; with everything that hangs on it, and an event of the trail. */
import type { Platform } from '@foyer/contract/platforms'
import type { Kysely } from 'kysely'
import { recordEvent } from '../../audit.ts'
import type { Tables } from '../../db/tables.ts'
import { endInvitations, endLinks } from '../one-time-tokens/one-time-tokens.ts'
import { endChallenges } from '../one-time-tokens/otp-challenges.ts'
import { endAllSessions } from '../sessions/end-session.ts'
import { addMembership, removeMembership } from './memberships.ts'
import { lockContacts, setDisabled } from './users.ts'

type Change = {
  /** Not so before. */
  isChange: boolean
  endedSessions: string[]
}

/** From now on they come in nowhere, and whatever would let them is void. */
export function disablePerson(db: Kysely<Tables>, userId: string): Promise<Change> {
  return db.transaction().execute(async (trx) => {
    await endChallenges(trx, userId)
    await lockContacts(trx, userId)
    const isChange = await setDisabled(trx, userId, true)
    const endedSessions = await endAllSessions(trx, { userId, reason: 'disabled' })
    await endLinks(trx, userId)
    const details = { endedSessions: endedSessions.length }
    if (isChange) await recordEvent(trx, { event: 'user-disabled', userId, details })
    return { isChange, endedSessions }
  })
}

/** They may sign in again. A sign-in that was under way when they were disabled left a session: it does not come back. */
export function enablePerson(db: Kysely<Tables>, userId: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockContacts(trx, userId)
    const isChange = await setDisabled(trx, userId, false)
    if (!isChange) return false
    await endAllSessions(trx, { userId, reason: 'disabled' })
    await recordEvent(trx, { event: 'user-enabled', userId })
    return true
  })
}

type Place = { userId: string; platform: Platform }

/** What they had open there as no member, if anything, ends: it is signed in to anew. */
export function grantMembership(db: Kysely<Tables>, { userId, platform }: Place): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const isChange = await addMembership(trx, { userId, platform, provenance: 'administrator' })
    if (!isChange) return false
    await endAllSessions(trx, { userId, reason: 'no-access', platform })
    await recordEvent(trx, { event: 'membership-added', userId, platform })
    return true
  })
}

/** Their sessions there end, with those the platform was given, and invitations to it lead there no more. */
export function endMembership(db: Kysely<Tables>, { userId, platform }: Place): Promise<Change> {
  return db.transaction().execute(async (trx) => {
    await lockContacts(trx, userId)
    const isChange = await removeMembership(trx, { userId, platform })
    const endedSessions = await endAllSessions(trx, { userId, reason: 'membership-removed', platform })
    await endInvitations(trx, { userId, platform })
    const details = { endedSessions: endedSessions.length }
    if (isChange) await recordEvent(trx, { event: 'membership-removed', userId, platform, details })
    return { isChange, endedSessions }
  })
}
