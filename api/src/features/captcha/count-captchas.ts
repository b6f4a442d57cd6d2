/** Counts demanded, solved and refused captchas in the metrics. */
import { Failure } from '../../kernel/failure.ts'
import type { CaptchaCheck } from '../../kernel/http/serve.ts'
import type { Metrics } from '../../kernel/metrics/metrics.ts'

export function countCaptchas(captcha: CaptchaCheck, { captchas }: Metrics): CaptchaCheck {
  return {
    async check(submitted, level, purpose) {
      const limit = purpose.action.replaceAll('_', '-')
      try {
        await captcha.check(submitted, level, purpose)
        captchas.inc({ limit, result: 'solved' })
      } catch (error) {
        if (error instanceof Failure)
          captchas.inc({ limit, result: error.code === 'captcha-needed' ? 'asked' : 'refused' })
        throw error
      }
    },
  }
}
