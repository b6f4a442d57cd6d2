/**
 * Says why a user cannot sign in: an ordered list of named checks, the most certain first. Each returns a sentence with its
 * evidence, or null.
 */

import { usableContact } from '../../identity/users/contacts.ts'
import { platformsByOtp } from '../../identity/users/platforms-by-otp.ts'
import { isTextable } from '../../messages/sms-limit.ts'
import { causeInWords, eventWords } from './event-words.ts'
import { faultInWords } from './fault-words.ts'
import type { Evidence } from './sign-in-evidence.ts'
import { lockedUntil, secondFactorLockedUntil } from './user-data.ts'

type Check = (evidence: Evidence) => string | null

/** The name of a check is the `cause` in the data of the command. */
const checks = {
  disabled,
  locked,
  'second-factor-locked': secondFactorLocked,
  'no-membership': withoutMembership,
  'no-way-in': withoutWayIn,
  'network-limited': limitedForNetwork,
  'user-limited': limitedForUser,
  'sms-used-up': withoutSms,
  'message-refused': refusedMessage,
  'message-waiting': waitingMessage,
  'password-needed': passwordNeeded,
  'last-attempt-refused': refusedLast,
  'contact-not-verified': unverifiedContact,
  'being-deleted': deleted,
} as const satisfies Record<string, Check>

export type Obstacle = { cause: keyof typeof checks; sentence: string }

export function findObstacles(evidence: Evidence): Obstacle[] {
  return Object.entries(checks).flatMap(([cause, check]) => {
    const sentence = check(evidence)
    return sentence === null ? [] : [{ cause: cause as Obstacle['cause'], sentence }]
  })
}

function disabled({ disabledAt, disabling }: Evidence): string | null {
  if (!disabledAt) return null
  const actor = disabling?.details.actor
  return `The account is disabled since ${time(disabledAt)}${actor ? `, by ${actor}` : ''}: user enable ends this.`
}

function locked({ lockout }: Evidence): string | null {
  if (!lockout) return null
  const until = lockedUntil(lockout.isClosed ? null : lockout.until)
  return `The account is locked ${until}, after too many wrong passwords or codes.`
}

function secondFactorLocked({ secondFactorLockout }: Evidence): string | null {
  if (!secondFactorLockout) return null
  const until = secondFactorLockedUntil(secondFactorLockout.isClosed ? null : secondFactorLockout.until)
  return `The second factor is locked ${until}, after too many wrong codes of an app or recovery codes. A password reset doesn’t end this.`
}

function withoutMembership({ user, asked, lastRefusal }: Evidence): string | null {
  if (user.platforms.length === 0) return 'The account is a member of no platform.'
  const wasRefused = lastRefusal?.details.cause === 'no-membership'
  const wanted = asked.platform ?? (wasRefused ? lastRefusal.platform : null)
  if (!wanted || user.platforms.some((platform) => platform === wanted)) return null
  const tried =
    wasRefused && lastRefusal.platform === wanted ? `, and tried it at ${time(lastRefusal.at)}` : ''
  return `The account is no member of ${wanted} (it has ${user.platforms.join(', ')})${tried}.`
}

function withoutWayIn({ config, user, hasPassword, passkeys, identities }: Evidence): string | null {
  if (user.isDisabled || hasPassword || passkeys > 0 || identities.length > 0) return null
  if (platformsByOtp(config, user).length === 0)
    return user.platforms.length > 0
      ? 'There is no password, and codes open none of the platforms of this account: user create or a password link gives one.'
      : null
  if (usableContact(user, { channel: 'email' }, true)) return null
  const phone = usableContact(user, { channel: 'sms' }, true)
  if (!phone) return 'There is no way in: no password, passkey or linked account, and no contact for a code.'
  if (!isTextable(config, phone.to))
    return 'There is no password, and no SMS goes to the country of the number (SMS_COUNTRIES), so no code arrives.'
  return null
}

function limitedForNetwork({ asked, reached }: Evidence): string | null {
  const [limit] = reached.ofNetwork
  if (!limit) return null
  const whose = asked.network === undefined ? 'of the latest attempts' : asked.network
  const kind = limit.limit.endsWith(':device') ? 'device' : 'network'
  return `Sign-ins are limited for the ${kind} ${whose} until ${time(limit.until)} (limit ${limit.limit}).`
}

function limitedForUser({ reached }: Evidence): string | null {
  const [limit] = reached.ofUser
  if (!limit) return null
  const what: Record<string, string> = {
    'otp-send': 'As many codes were sent as a contact gets',
    'otp-verify': 'As many codes were tried as an account may try',
  }
  return `${what[limit.limit] ?? 'The user signed in as often as one user may'}, until ${time(limit.until)}.`
}

function withoutSms({ user, reached }: Evidence): string | null {
  if (user.email || !reached.ofSms) return null
  return `The account has only a phone number, and the text messages of the day (SMS_PER_DAY) are used up until ${time(reached.ofSms.until)}.`
}

/** A message tells nothing about now once the user has signed in after it. */
function unseenMessages({ messages, lastSuccess }: Evidence) {
  return messages.filter(({ createdAt }) => !lastSuccess || createdAt > lastSuccess.at)
}

function refusedMessage(evidence: Evidence): string | null {
  const message = unseenMessages(evidence).find(({ state }) => state === 'dead' || state === 'expired')
  if (!message) return null
  const { channel, fault, state } = message
  const why = fault ? faultInWords(channel, fault) : 'no copy of the service sent it in time'
  const end = state === 'dead' ? 'was given up' : 'ran out unsent'
  return `${nameOf(message)} ${end}: ${why}.`
}

/** A message that no server has refused is late after this time. */
const lateMs = 60_000

function waitingMessage(evidence: Evidence): string | null {
  const message = unseenMessages(evidence).find(({ state }) => state === 'waiting')
  if (!message) return null
  const { channel, fault, dueAt, createdAt } = message
  if (fault)
    return `${nameOf(message)} is queued: ${faultInWords(channel, fault)}; the next try is at ${time(dueAt)}.`
  if (Date.now() - createdAt.getTime() < lateMs) return null
  return `${nameOf(message)} is queued, and no try has ended: see whether the service runs and reaches its servers.`
}

function nameOf({ template, to, createdAt }: Evidence['messages'][number]): string {
  const what = template === 'otp-code' ? 'The code' : `The message ${template}`
  return `${what} to ${to} of ${time(createdAt)}`
}

function passwordNeeded({ lastRefusal, hasPassword, ...evidence }: Evidence): string | null {
  if (!isLast({ lastRefusal, ...evidence }) || lastRefusal?.details.cause !== 'password-needed') return null
  const none = hasPassword ? '' : ', and the account has none'
  return `${lastRefusal.platform ?? 'The platform'} needs a password (STAFF_OTP)${none}; a right code came at ${time(lastRefusal.at)}.`
}

function refusedLast(evidence: Evidence): string | null {
  const { lastRefusal } = evidence
  if (!lastRefusal || !isLast(evidence)) return null
  const { event, at, platform, details } = lastRefusal
  const { cause } = details
  if (['lockout', 'no-membership', 'password-needed'].includes(String(cause))) return null
  const why = cause === undefined ? '' : ` (${causeInWords(cause)})`
  return `The last attempt failed: the user ${eventWords[event as keyof typeof eventWords]}${why} at ${time(at)}${platform ? `, at ${platform}` : ''}.`
}

function isLast({ lastRefusal, lastSuccess }: Pick<Evidence, 'lastRefusal' | 'lastSuccess'>): boolean {
  return lastRefusal !== undefined && (!lastSuccess || lastRefusal.at > lastSuccess.at)
}

function unverifiedContact({ contacts, hasPassword }: Evidence): string | null {
  if (contacts.some(({ provenance, isPrimary }) => isPrimary && provenance !== 'self_unverified')) {
    const other = contacts.find(({ provenance, isPrimary }) => isPrimary && provenance === 'self_unverified')
    if (!other) return null
    const what = other.channel === 'email' ? 'address' : 'number'
    return `The ${what} is not verified beside a contact that is, so only a browser that has signed in before gets codes for it.`
  }
  if (contacts.length === 0) return null
  const password = hasPassword
    ? '; the first code from it removes the password that was typed at the sign-up'
    : ''
  return `No contact is verified: platforms may ask for that${password}.`
}

function deleted({ deletion }: Evidence): string | null {
  if (!deletion) return null
  return `The account is being deleted: its user asked for that at ${time(deletion.requestedAt)}, it is due at ${time(deletion.dueAt)}, and a sign-in before then cancels it.`
}

function time(at: Date): string {
  return at.toISOString()
}
