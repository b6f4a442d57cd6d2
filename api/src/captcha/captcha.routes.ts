import { getCaptchaChallenge } from '@foyer/contract/captcha'
import type { Serve, Services } from '../services.ts'

export function captchaRoutes(serve: Serve, { proofOfWork }: Services): void {
  serve(getCaptchaChallenge, async ({ query, puzzleLevel }) => {
    const { parameters, signature = '' } = await proofOfWork.challenge(await puzzleLevel(), query.action)
    return { parameters: { ...parameters }, signature }
  })
}
