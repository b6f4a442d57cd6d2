/** Verifies a one-time code and opens a session. */
import type { verifyOtp } from '@foyer/contract/routes/otp'
import type { Given, Result } from '@foyer/contract/routes/route'
import { attemptCode } from '../accounts/one-time-tokens/attempt-code.ts'
import { productOf } from '../accounts/one-time-tokens/otp-checks.ts'
import { issueSession } from '../accounts/sessions/issue-tokens.ts'
import type { Browser, RequestContext } from '../request-context.ts'
import type { Services } from '../services.ts'
import { redeemCode } from './redeem-code.ts'

type Request = Given<typeof verifyOtp> & {
  requestContext: RequestContext
  browser: Browser
  counted: readonly string[]
  warn(message: string, details: Record<string, number>): void
}

export async function verifyCode(
  services: Services,
  { body, query, ...request }: Request,
): Promise<Result<typeof verifyOtp>> {
  const { token, otp: code, platform } = body
  const { requestContext, browser, counted, warn } = request
  const product = productOf(query)
  const attempted = { purpose: 'login', token, code, product, platform } as const
  const opened = await attemptCode(
    services,
    { ...attempted, requestContext, browser, counted, warn },
    (right) => {
      const requested = { product: right.challenge.product ?? product, platform }
      return redeemCode(services, right, { requested, requestContext, browser })
    },
  )
  for (const id of opened.endedSessions) services.accessTokens.forget(id)
  const universal = await issueSession(services, opened.session, opened.user)
  return { universal, user: universal.user }
}
