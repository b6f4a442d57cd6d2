/** Reads what is stored about a user's ways to sign in, for `foyer why`. */
import type { Platform } from '@foyer/contract/platforms'
import { describePassword } from '../../identity/credentials/credentials.ts'
import { countPasskeys } from '../../identity/credentials/passkeys.ts'
import { findDeletion } from '../../identity/sessions/account-deletions.ts'
import {
  codeRulesOf,
  longestSecondFactorLockout,
  longestUserLockout,
} from '../../identity/sessions/user-lockouts.ts'
import type { User } from '../../identity/users/find-user.ts'
import { spellingsOf } from '../../identity/users/identifier.ts'
import { listIdentities } from '../../identity/users/identities.ts'
import { findUserRecord } from '../../identity/users/user-record.ts'
import type { AuditEvent } from '../../kernel/audit.ts'
import { type FoundEvent, searchEvents } from '../../kernel/audit-search.ts'
import { rulesOf } from '../../kernel/http/route-limits.ts'
import { networksOf } from '../../kernel/limits/network-rules.ts'
import { reachedLimits } from '../../kernel/limits/reached-limits.ts'
import { signInLimitOf } from '../../kernel/limits/sign-in-limit.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import { findLatestMessageTo, type LatestMessage } from '../../messages/messages.ts'
import { maskRecipient, recipientMacs } from '../../messages/payload.ts'
import { findReachedSmsLimit } from '../../messages/sms-limit.ts'
import type { Context } from './command.ts'

export type Asked = {
  /** The platform that the user wants to sign in to. */
  platform?: Platform | undefined
  /** The address that the user signs in from. */
  network?: string | undefined
}

export type Evidence = Awaited<ReturnType<typeof readEvidence>>

const successes: readonly AuditEvent[] = ['sign-in', 'session-continued', 'auto-login']
const refusals: readonly AuditEvent[] = [
  'sign-in-refused',
  'sign-in-locked',
  'otp-refused',
  'passkey-refused',
  'second-factor-refused',
  'enrolment-needed',
  'social-refused',
  'password-link-refused',
  'code-refused',
]
/** The limits of routes with which users sign in. */
const limits = [
  'users-fetch',
  'login',
  'otp-send',
  'otp-verify',
  'passkeys',
  'social',
  'forgot-password',
] as const
/** Counters of networks and devices last for a day at most. */
const countedMs = 86_400_000

export async function readEvidence(context: Context, user: User, asked: Asked) {
  const { db, keyring, config } = context
  const { id } = user
  const newest = async (events: readonly AuditEvent[]) =>
    (await searchEvents(db, { userId: id, events, limit: 1 }))[0]
  const recent = await searchEvents(db, {
    userId: id,
    since: new Date(Date.now() - countedMs),
    limit: 200,
  })
  const { contacts, disabledAt } = await findUserRecord(db, id)
  const deletion = await findDeletion(db, id)
  return {
    asked,
    config,
    user,
    contacts,
    disabledAt,
    disabling: disabledAt ? await newest(['user-disabled']) : undefined,
    deletion: deletion && !deletion.cancelledAt ? deletion : null,
    lockout: await longestUserLockout(db, keyring, id),
    secondFactorLockout: await longestSecondFactorLockout(db, keyring, id),
    hasPassword: (await describePassword(db, id)) !== null,
    passkeys: await countPasskeys(db, id),
    identities: (await listIdentities(db, id)).map(({ provider }) => provider),
    messages: await latestMessages(context, contacts),
    reached: {
      ofUser: await reachedLimits(
        db,
        [
          ...signInLimitOf({ keyring, config }, { userId: id, isKnownBrowser: true }).rules,
          ...(await codeRulesOf(db, keyring, id)),
        ],
        config.limitsFactor,
      ),
      ofNetwork: await reachedLimits(
        db,
        originsOf(context, recent, asked).flatMap((origin) =>
          limits.flatMap((limit) => rulesOf({ limit }, origin)),
        ),
        config.limitsFactor,
      ),
      ofSms: await findReachedSmsLimit(db, config),
    },
    lastSuccess: await newest(successes),
    lastRefusal: await newest(refusals),
  }
}

/** Returns the newest message to each contact of the last thirty days. */
async function latestMessages({ db, keyring }: Context, contacts: readonly { value: string }[]) {
  const latest: (LatestMessage & { to: string })[] = []
  for (const { value } of contacts) {
    const macs = spellingsOf(value).flatMap((spelling) => recipientMacs(keyring, spelling))
    const message = await findLatestMessageTo(db, macs)
    if (message) latest.push({ ...message, to: maskRecipient(value) })
  }
  return latest
}

type Origin = Pick<RequestContext, 'networks' | 'deviceId'>

/** Returns the given network, or else the networks and devices of the user's events of the last day. */
function originsOf({ keyring }: Context, recent: readonly FoundEvent[], { network }: Asked): Origin[] {
  if (network !== undefined) return [{ networks: networksOf(network, keyring.lastingMac), deviceId: null }]
  const seen = new Map<string, Origin>()
  for (const { address, deviceId } of recent)
    if (address)
      seen.set(`${address.toString('hex')} ${deviceId?.toString('hex')}`, {
        networks: [{ mac: address, multiple: 1 }],
        deviceId,
      })
  return [...seen.values()]
}
