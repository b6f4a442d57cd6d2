/** Verifies a one-time code and opens a session. */
import type { verifyOtp } from '@foyer/contract/routes/otp'
import type { Given, Result } from '@foyer/contract/routes/route'
import { issueSession } from '../../identity/sessions/issue-tokens.ts'
import { productOf } from '../../identity/tokens/otp-checks.ts'
import type { Browser, RequestContext } from '../../kernel/request-context.ts'
import type { Services } from '../../services.ts'
import { attemptCode } from '../accounts/attempt-code.ts'
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
