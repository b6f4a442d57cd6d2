/**
 * Checks a second factor under its own lockout: the attempt is counted before the comparison, and a right one is used up
 * (docs/decisions/second-factor.md).
 */
import { useRecoveryCode } from '../../identity/credentials/recovery-codes.ts'
import { useTotp } from '../../identity/credentials/totp-factors.ts'
import { findKnownBrowser } from '../../identity/sessions/known-browsers.ts'
import { useSupportCode } from '../../identity/tokens/support-codes.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { type Recorded, recordEvent } from '../../kernel/audit.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Circumstances } from '../../kernel/http/handler.ts'
import { attempt } from '../../kernel/limits/lockout.ts'
import { secondFactorKey } from '../../kernel/limits/user-limits.ts'
import type { Services } from '../../services.ts'
import { notifyOfSecondFactor } from './second-factor-notice.ts'

type Given = { totp?: string | undefined; recoveryCode?: string | undefined }

type Attempted = Pick<Circumstances, 'requestContext' | 'browser' | 'counted' | 'warn'> & {
  userId: string
  recorded: Pick<Recorded, 'platform' | 'sessionId'>
}

type Kind = 'totp' | 'recovery-code' | 'support-code'

/** Uses a second factor of the user up. Throws `second-factor-wrong`, and the errors of the lockout. */
export async function attemptSecondFactor(
  services: Services,
  given: Given,
  attempted: Attempted,
): Promise<Kind> {
  const { db, metrics } = services
  const { userId, requestContext, warn, recorded } = attempted
  const { totp, recoveryCode = '' } = given
  const kind = await underLockout(services, attempted, totp === undefined ? 'recovery-code' : 'totp', () =>
    totp === undefined ? useTypedCode(services, userId, recoveryCode) : useAppCode(services, userId, totp),
  )
  metrics.secondFactors.inc({ factor: kind, result: 'right' })
  if (kind === 'totp') return kind
  const event = `${kind}-used` as const
  await recordEvent(db, { event, requestContext, userId, ...recorded })
  const user = await findUser(db, { id: userId })
  const platform = recorded.platform ?? user?.platforms[0]
  if (user && platform)
    await notifyOfSecondFactor(services, db, event, { user, platform, requestContext, warn })
  return kind
}

async function useAppCode({ db, keyring }: Services, userId: string, code: string): Promise<Kind | null> {
  return (await useTotp(db, keyring, { userId, code })) ? 'totp' : null
}

async function useTypedCode({ db, keyring }: Services, userId: string, code: string): Promise<Kind | null> {
  if (await useRecoveryCode(db, keyring, { userId, code })) return 'recovery-code'
  return (await useSupportCode(db, { userId, code })) ? 'support-code' : null
}

/**
 * Runs a check of a second factor, which returns null for a wrong one. A known browser of the user has a counter of its own.
 */
export async function underLockout<Checked>(
  { db, keyring, metrics }: Services,
  { userId, requestContext, browser, counted, recorded }: Attempted,
  factor: Kind,
  check: () => Promise<Checked | null>,
): Promise<Checked> {
  const knownBrowser = await findKnownBrowser(db, { browser, userId })
  const key = secondFactorKey(keyring, userId, knownBrowser)
  const about = { requestContext, userId, ...recorded }
  const passed = await attempt(db, { key, counted, recorded: about }, check).catch((error) => {
    if (error instanceof Failure && isLockout(error)) metrics.secondFactors.inc({ factor, result: 'locked' })
    throw error instanceof Failure && error.code === 'account-locked' ? closed() : error
  })
  if (passed) return passed.checked
  metrics.secondFactors.inc({ factor, result: 'wrong' })
  await recordEvent(db, { event: 'second-factor-refused', ...about, details: { factor } })
  const field = factor === 'totp' ? 'totp' : 'recoveryCode'
  const failure = new Failure('second-factor-wrong')
  throw new Failure('second-factor-wrong', { fields: { [field]: failure.message } })
}

const isLockout = ({ code }: Failure) => code === 'account-locked' || code === 'too-many-attempts'

/** A new password does not reopen the second factor. */
function closed(): Failure {
  return new Failure('account-locked', {
    detail: 'Too many wrong codes. Ask our support to unlock this account.',
  })
}
