/** Invites people to a school, for the users of the school. */
import { randomUUID } from 'node:crypto'
import { schoolSignUpPlatform } from '@foyer/contract/platforms'
import type { Page } from '@foyer/contract/routes/route'
import {
  type inviteToSchool,
  type listSchoolInvitations,
  type SchoolInvitation,
  schoolInvitationDays,
  schoolInvitationsMax,
  type withdrawSchoolInvitation,
} from '@foyer/contract/schools/school-people'
import { sql } from 'kysely'
import { hasPassword } from '../../identity/credentials/credentials.ts'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import { sendDecoyLink } from '../../identity/tokens/send-link.ts'
import { newEmailFault } from '../../identity/users/email-rules.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { readEmail } from '../../identity/users/identifier.ts'
import { fullName, greetingName } from '../../identity/users/user-names.ts'
import { createUser, unknownUserId } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import { pageOf } from '../../kernel/limits/list-paging.ts'
import { countAttempts } from '../../kernel/limits/rate-limit.ts'
import type { Window } from '../../kernel/limits/request-limits.ts'
import type { RequestTo, Services } from '../../services.ts'
import { InvitationError, type Invited, invite } from '../accounts/invitations.ts'
import { findSchool, type SchoolRow } from '../schools/school.queries.ts'
import { hasAccess } from '../schools/school-access.queries.ts'
import { deleteInvitation, listInvitationRows, storeInvitation } from '../schools/school-invitation-rows.ts'
import { lockOwnSchool } from './own-school.ts'

/** Each invitation sends a mail to an address that the user types. */
const perUser: Window = { max: 30, windowSeconds: 86_400 }
const perAddress: Window = { max: 5, windowSeconds: 86_400 }

const platform = schoolSignUpPlatform()

const unprovenInviter =
  'Verify your own email address under ‘Emails and phones’ first. Then you can invite others.'

export async function listInvitations(
  { db }: Services,
  { params: { id }, query, caller }: RequestTo<typeof listSchoolInvitations>,
): Promise<Page<SchoolInvitation>> {
  await findSchool(db, id, { userId: caller.userId })
  return pageOf((await listInvitationRows(db, id)).map(asInvitation), query)
}

/**
 * Stores the invitation and mails the owner of the address. The answer is the same for every address: the account is looked
 * up after the invitation is stored, and what comes of the mail stays unsaid.
 */
export async function inviteUser(
  services: Services,
  { params: { id }, body, caller, requestContext }: RequestTo<typeof inviteToSchool>,
): Promise<SchoolInvitation> {
  const { db } = services
  const { userId, sessionId } = caller
  const contact = readEmail(body.email)
  const fault = newEmailFault(body.email)
  if (!contact || fault) throw new Failure('invalid-request', { fields: { email: fault ?? '' } })
  await findSchool(db, id, { userId })
  await countInvitation(services, userId, contact.key)
  const { row, school } = await changeAsUser(services, caller, async (trx) => {
    const school = await lockOwnSchool(trx, id, caller)
    const inviter = await findUser(trx, { id: userId })
    // An impostor who signed up with another person's address would keep the school by an accomplice.
    if (inviter?.emailProvenance !== 'verified')
      throw new Failure('invalid-request', { fields: { email: unprovenInviter } })
    if (await hasAccess(trx, id, contact.key))
      throw new Failure('entry-exists', { fields: { email: 'This person has access already' } })
    const invitation = { schoolId: id, email: contact.address, emailKey: contact.key, inviterId: userId }
    const row = await storeInvitation(trx, invitation)
    if ((await listInvitationRows(trx, id)).length > schoolInvitationsMax) throw new Failure('list-full')
    const details = { schoolId: id }
    await recordEvent(trx, {
      event: 'school-invited',
      ...{ requestContext, userId, sessionId, platform: caller.platform, details },
    })
    return { row, school }
  })
  await mailInvitation(services, { email: contact.address, school, inviterId: userId })
  return asInvitation(row)
}

export async function withdraw(
  services: Services,
  { params: { id, invitationId }, caller }: RequestTo<typeof withdrawSchoolInvitation>,
): Promise<undefined> {
  await changeAsUser(services, caller, async (trx) => {
    await lockOwnSchool(trx, id, caller)
    if (!(await deleteInvitation(trx, id, invitationId))) throw new Failure('not-found')
  })
}

/** Counts an invitation under its sender and its address. Throws `too-many-attempts`. */
async function countInvitation({ db, keyring, config }: Services, userId: string, emailKey: string) {
  const mac = (value: string) => keyring.lastingMac('school-invitations', value).toString('base64url')
  const rules = [
    { key: `school-invitations:${mac(userId)}`, ...perUser },
    { key: `school-invitations-to:${mac(emailKey)}`, ...perAddress },
  ]
  await countAttempts(db, rules, config.limitsFactor)
}

type Mailed = { email: string; school: Pick<SchoolRow, 'name' | 'status'>; inviterId: string }

/**
 * Makes the owner of the address a user who can sign in for schools, and queues the mail. A disabled account, and an address
 * that may belong to another person than its account, gets none. The mail has the names of school and inviter only if the
 * address is proven and the school verified: anyone can register a school, and would write to strangers.
 */
async function mailInvitation(services: Services, { email, school, inviterId }: Mailed): Promise<void> {
  const invited = await inviteQuietly(services, email)
  await hideAccount(services, invited)
  if (!invited) return
  const { db, outbox } = services
  const user = await findUser(db, { id: invited.userId })
  const inviter = await findUser(db, { id: inviterId })
  if (!user?.email || !inviter) return
  const hasLink = sendsLink(invited)
  const hasNames = user.emailProvenance === 'verified' && school.status === 'verified'
  await outbox.queue(db, {
    template: 'school-invitation',
    channel: 'email',
    to: user.email,
    values: {
      firstName: greetingName(user, 'email'),
      platform,
      schoolName: hasNames ? school.name : null,
      inviter: hasNames ? fullName(inviter) || null : null,
      reason: null,
      hasLink,
    },
    expiresInSeconds: schoolInvitationDays * 86_400,
  })
}

/**
 * Runs and rolls back what an address without an account needs and this one does not: a user, a link and the mail. So the
 * time of the answer does not tell whether the address has an account. What is left differs by at most three short
 * statements, and the limits leave no attempts to measure them.
 */
async function hideAccount(services: Services, invited: Invited | null): Promise<void> {
  const { db, outbox } = services
  await db.transaction().execute(async (trx) => {
    await sql`savepoint decoy`.execute(trx)
    if (!invited?.isNew) await addDecoyUser(trx)
    if (!invited || !sendsLink(invited)) await sendDecoyLink(services, trx, { channel: 'email', platform })
    if (!invited) {
      await hasPassword(trx, unknownUserId)
      for (const id of [unknownUserId, unknownUserId]) await findUser(trx, { id })
      const values = { firstName: '', platform, schoolName: null, inviter: null, reason: null, hasLink: true }
      await outbox.queue(trx, { template: 'school-invitation', channel: 'email', to: nobody(), values })
    }
    await sql`rollback to savepoint decoy`.execute(trx)
  })
}

const nobody = () => `${randomUUID()}@foyer.invalid`

function addDecoyUser(trx: Db): Promise<string> {
  return createUser(trx, {
    firstName: '',
    lastName: null,
    email: { address: nobody() },
    provenance: 'invited',
  })
}

function sendsLink({ kind }: Invited): boolean {
  return kind === 'link' || kind === 'member-link'
}

async function inviteQuietly(services: Services, email: string): Promise<Invited | null> {
  try {
    return await invite(services, { email, platform, isBeta: false, isQuiet: true })
  } catch (error) {
    if (error instanceof InvitationError) return null
    throw error
  }
}

function asInvitation({ id, email, sentAt, expiresAt }: Awaited<ReturnType<typeof storeInvitation>>) {
  return { id, email, sentAt: sentAt.toISOString(), expiresAt: expiresAt.toISOString() }
}
