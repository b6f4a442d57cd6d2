/** Accepts a help request: stores it and queues the mails to support and to the user in one transaction. */
import { randomUUID } from 'node:crypto'
import { noEmail, required } from '@foyer/contract/fields'
import type { createHelpRequest } from '@foyer/contract/routes/help'
import type { Given, Result } from '@foyer/contract/routes/route'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { findOpenSession } from '../../identity/sessions/sessions.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { type EmailContact, readEmail } from '../../identity/users/identifier.ts'
import { fullName, greetingName } from '../../identity/users/user-names.ts'
import { lockContacts } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { NoteMade } from '../../kernel/limits/idempotency.ts'
import { countAttempts } from '../../kernel/limits/rate-limit.ts'
import type { Window } from '../../kernel/limits/request-limits.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import { insertMessages } from '../../messages/messages.ts'
import type { Services } from '../../services.ts'
import { findHelpCategory } from './help-categories.ts'
import { insertHelpRequest } from './help-requests.ts'

/** Limits the requests of one email and of one user, because each request sends a mail to the user. */
const helpRequestsPerContact: readonly Window[] = [
  { max: 5, windowSeconds: 3_600 },
  { max: 10, windowSeconds: 86_400 },
]

type Body = Given<typeof createHelpRequest>['body']
type HelpCall = {
  body: Body
  caller?: Caller
  requestContext: RequestContext
  noteMade: NoteMade
}

/** The user whom support answers. */
type Writer = {
  contact: EmailContact
  name: string
  /** null without a session. */
  user: User | null
  /** True if the user has verified the email; the mail may then repeat the user's text. */
  isProven: boolean
}

export async function requestHelp(
  services: Services,
  { body, caller, requestContext, noteMade }: HelpCall,
): Promise<Result<typeof createHelpRequest>> {
  const { db } = services
  const category = await findHelpCategory(db, body.category)
  if (category === undefined) throw fieldFailure('category', 'Choose a category of the list')
  const writer = await findWriter(db, body, caller)
  await countRequest(services, writer)
  return db.transaction().execute(async (trx) => {
    if (caller) await requireOpenSession(trx, caller)
    const reference = await writeRequest(services, trx, { body, category, writer, noteMade })
    const details = { category: body.category, reference }
    const userId = caller?.userId ?? null
    const sessionId = caller?.sessionId ?? null
    const { platform } = body
    await recordEvent(trx, { event: 'help-requested', requestContext, userId, sessionId, platform, details })
    return { reference }
  })
}

/** Returns the user. The account's email replaces a typed email, which may belong to another person. */
async function findWriter(db: Db, { email, name }: Body, caller: Caller | undefined): Promise<Writer> {
  const user = caller ? ((await findUser(db, { id: caller.userId })) ?? null) : null
  if (caller && !user) throw new Failure('session-ended')
  const typed = user?.email ?? email
  if (typed === undefined) throw fieldFailure('email', required)
  const contact = readEmail(typed)
  if (!contact) throw fieldFailure('email', noEmail)
  const isProven = user !== null && user.email !== null && user.emailProvenance === 'verified'
  return { contact, name: user ? fullName(user) : (name ?? ''), user, isProven }
}

/** Counts per email, known or unknown, and per user, because a user whose account has no email may type any. */
async function countRequest({ db, keyring, config }: Services, { contact, user }: Writer): Promise<void> {
  const subjects = [`email ${contact.key}`, ...(user ? [`user ${user.id}`] : [])]
  const rules = subjects.flatMap((subject) => {
    const mac = keyring.lastingMac('help request', subject).toString('base64url')
    return helpRequestsPerContact.map((window) => ({
      key: `help-request:contact:${window.windowSeconds}:${mac}`,
      ...window,
    }))
  })
  await countAttempts(db, rules, config.limitsFactor)
}

/**
 * Locks the user's contacts: a concurrent deletion of the user waits, or this request finds that the session has ended.
 */
async function requireOpenSession(trx: Db, { userId, sessionId }: Caller): Promise<void> {
  await lockContacts(trx, userId)
  if (!(await findOpenSession(trx, sessionId))) throw new Failure('session-ended')
}

type Written = { body: Body; category: string; writer: Writer; noteMade: NoteMade }

/** Stores the request and returns its reference. */
async function writeRequest(
  { config, keyring, outbox }: Services,
  trx: Db,
  { body, category, writer, noteMade }: Written,
): Promise<string> {
  const { platform, subject, message } = body
  const { contact, name, user, isProven } = writer
  const email = contact.address
  const userId = user?.id ?? null
  const messageId = randomUUID()
  const { id, reference } = await insertHelpRequest(trx, keyring, {
    ...{ userId, platform, categoryId: body.category, key: contact.key, messageId },
    ...{ email, name, subject, message },
  })
  const request = { reference, category, email, name, userId, subject, message }
  const toSupport = outbox.seal({
    template: 'help-request',
    channel: 'email',
    to: config.supportEmail,
    replyTo: email,
    about: contact.key,
    values: { firstName: '', platform, ...request },
  })
  await insertMessages(trx, [{ ...toSupport, id: messageId }])
  await outbox.queue(trx, {
    template: 'help-received',
    channel: 'email',
    to: email,
    about: contact.key,
    values: {
      firstName: user && isProven ? greetingName(user, 'email') : '',
      platform,
      reference,
      written: isProven ? { subject, message } : null,
    },
  })
  await noteMade(trx, id)
  return reference
}

function fieldFailure(field: string, sentence: string): Failure {
  return new Failure('invalid-request', { fields: { [field]: sentence } })
}
