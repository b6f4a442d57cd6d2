/** Checks captchas with a vendor. While the vendor is unavailable, our own challenge replaces it, one level harder. */

import { errorSentence } from '@foyer/contract/errors'
import type { VendorChallenge } from '@foyer/contract/routes/captcha'
import type { FastifyBaseLogger } from 'fastify'
import type { VendorCaptchaSettings } from '../../kernel/config/config.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { CaptchaCheck } from '../../kernel/http/serve.ts'
import { createCircuitBreaker } from '../../kernel/outbound/circuit-breaker.ts'
import { askVendor } from './ask-vendor.ts'
import { isFirstUse } from './proof-of-work.ts'

type Options = {
  db: Db
  settings: VendorCaptchaSettings
  /** The host of our pages, which a token must contain. */
  hostname: string
  /** The check that replaces an unavailable vendor. */
  fallback: CaptchaCheck
  log: Pick<FastifyBaseLogger, 'warn'>
}

export function createVendorCaptcha({ db, settings, hostname, fallback, log }: Options): CaptchaCheck {
  const { vendor, siteKey } = settings
  const breaker = createCircuitBreaker({ failures: 5, pauseMs: 30_000 })

  return {
    async check(submitted, level, purpose) {
      const { action } = purpose
      const challenge: VendorChallenge = { vendor, siteKey, action }
      const isAway = submitted ? !breaker.mayCall() : breaker.isOpen()
      if (isAway) return fallback.check(submitted, level + 1, purpose)
      if (!submitted) throw new Failure('captcha-needed', { challenge })
      const verdict = await askVendor(settings, submitted.value, { hostname, action })
      breaker.note(verdict.kind !== 'unavailable')
      if (verdict.kind === 'unavailable') {
        log.warn({ vendor, reason: verdict.reason }, 'the captcha vendor is unavailable')
        return fallback.check(submitted, level + 1, purpose)
      }
      // Vendors refuse a second use too, but not all of them do so if both uses arrive at the same moment.
      if (verdict.kind === 'genuine' && (await isFirstUse(db, submitted.value))) return
      throw new Failure('captcha-refused', {
        fields: { invalidCaptcha: errorSentence('captcha-refused') },
        challenge,
      })
    },
  }
}
