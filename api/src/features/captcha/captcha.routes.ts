import { getCaptchaChallenge } from '@foyer/contract/routes/captcha'
import type { Config } from '../../kernel/config/config.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Serve } from '../../kernel/http/serve.ts'
import type { ProofOfWork } from './proof-of-work.ts'

export function captchaRoutes<Caller, Client>(
  serve: Serve<Caller, Client>,
  { config, proofOfWork }: { config: Config; proofOfWork: ProofOfWork },
): void {
  serve(getCaptchaChallenge, async ({ query, challengeLevel }) => {
    // If a vendor is configured, it would refuse a solution of our challenge, and the attempt would count.
    if (config.captchaVendor) throw new Failure('not-found')
    const { parameters, signature = '' } = await proofOfWork.challenge(
      await challengeLevel(query.action),
      query.action,
    )
    return { parameters: { ...parameters }, signature }
  })
}
