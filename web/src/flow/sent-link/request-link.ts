/** Requests a link that sets a password, from the form or from an expired link. */

import { type Platform, platformRow } from '@foyer/contract/platforms'
import { forgotPassword } from '@foyer/contract/routes/password-links'
import type { Call } from '@foyer/contract/routes/route'
import { resetResendSeconds } from '@foyer/contract/shared-values'
import { call } from '../../api/call.ts'
import type { Failure } from '../../api/failure.ts'

type Body = Call<typeof forgotPassword>['body']
/** Names the recipient by one of `email`, `phone` and `link`. */
export type Recipient = Pick<Body, 'email' | 'phone' | 'link' | 'countryCode'>

type Requested = { type: 'sent'; resendAtMs: number } | { type: 'refused'; failure: Failure }

/** Requests a link. The service gives the same answer whether or not an account exists. */
export async function requestLink(
  platform: Platform,
  recipient: Recipient,
  signal: AbortSignal,
): Promise<Requested> {
  const { product } = platformRow(platform)
  const query = { platform: `${product}-web` } as const
  const answer = await call(forgotPassword, { query, body: { ...recipient, product, platform } }, { signal })
  if (!answer.isSuccessful) return { type: 'refused', failure: answer }
  return { type: 'sent', resendAtMs: Date.now() + resetResendSeconds * 1000 }
}
