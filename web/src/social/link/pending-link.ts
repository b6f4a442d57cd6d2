/** Keeps the pending link for a reload, and for a phone that discards the tab while the user reads a mail. */
import type { ClaimedAccount } from '@foyer/contract/errors'
import type { Platform } from '@foyer/contract/platforms'
import { isSocialProvider, type SocialProvider } from '@foyer/contract/social/providers'
import { filled, orNull } from '../../api/shape.ts'
import { expiringRecord } from '../../api/storage/expiring-record.ts'
import { socialLinkKey, stepLifeMs } from '../../api/storage/storage-keys.ts'
import type { Challenge } from '../../flow/otp/challenge.ts'

export type PendingLink = {
  provider: SocialProvider
  /** The reference to the provider's answer, which is valid only in this browser. */
  accessToken: string
  /** The account to prove. */
  account: ClaimedAccount
  /** The email that the user typed because the provider delivered none. The email is part of the request. */
  email?: string | undefined
}

type LinkRecord = Omit<PendingLink, 'email'> & {
  email: string | null
  token: string | null
  resendAtMs: number
}

const records = expiringRecord<LinkRecord>(
  'sessionStorage',
  socialLinkKey,
  {
    provider: isSocialProvider,
    accessToken: filled,
    account: { email: filled, hasPassword: 'boolean' },
    email: orNull('string'),
    token: orNull('string'),
    resendAtMs: 'number',
  },
  stepLifeMs,
)

export function keepLink(platform: Platform, pending: PendingLink, challenge: Challenge | null): void {
  const { provider, accessToken, account, email = null } = pending
  const sent = { token: challenge?.token ?? null, resendAtMs: challenge?.resendAtMs ?? 0 }
  records.write({ provider, accessToken, account, email, ...sent }, platform)
}

export const forgetLink: (platform: Platform) => void = records.clear

export function readKeptLink(
  platform: Platform,
): { pending: PendingLink; challenge: Challenge | null } | null {
  const kept = records.read(platform)
  if (!kept) return null
  const { provider, accessToken, account, email, token, resendAtMs } = kept
  const pending = { provider, accessToken, account, ...(email !== null && { email }) }
  return { pending, challenge: token === null ? null : { token, resendAtMs, isNew: false } }
}
