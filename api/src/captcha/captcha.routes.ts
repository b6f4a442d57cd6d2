import { getCaptchaChallenge } from '@foyer/contract/routes/captcha'
import { Failure } from '../failure.ts'
import type { Serve, Services } from '../services.ts'

export function captchaRoutes(serve: Serve, { config, proofOfWork }: Services): void {
  serve(getCaptchaChallenge, async ({ query, challengeLevel }) => {
    // A vendor is configured: it would refuse a solution of our challenge, and the attempt would count.
    if (config.captchaVendor) throw new Failure('not-found')
    const { parameters, signature = '' } = await proofOfWork.challenge(
      await challengeLevel(query.action),
      query.action,
    )
    return { parameters: { ...parameters }, signature }
  })
}
