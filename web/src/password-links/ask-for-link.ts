/** The call that sends a link, from the form and from a link that is over. */
import { resetResendSeconds } from '@foyer/contract/limits'
import { type Platform, platformRow } from '@foyer/contract/platforms'
import { forgotPassword } from '@foyer/contract/routes/password-links'
import type { Call } from '@foyer/contract/routes/route'
import { call } from '../api/call.ts'
import type { Failure } from '../api/failure.ts'

type Body = Call<typeof forgotPassword>['body']
/** Whom to send one to: one of the three. */
export type Whom = Pick<Body, 'email' | 'phone' | 'link' | 'countryCode'>

export type Asked = { type: 'sent'; resendAtMs: number } | { type: 'refused'; failure: Failure }

/** Nobody is told whether there was anybody to send it to. */
export async function askForLink(platform: Platform, whom: Whom, signal: AbortSignal): Promise<Asked> {
  const { product } = platformRow(platform)
  const query = { platform: `${product}-web` } as const
  const answer = await call(forgotPassword, { query, body: { ...whom, product, platform } }, { signal })
  if (!answer.isSuccessful) return { type: 'refused', failure: answer }
  return { type: 'sent', resendAtMs: Date.now() + resetResendSeconds * 1000 }
}
