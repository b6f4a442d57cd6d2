/** The captcha of a vendor; our own puzzle stands in, one level harder, while the vendor is away. */

import { errorSentence } from '@foyer/contract/errors'
import type { VendorChallenge } from '@foyer/contract/routes/captcha'
import type { FastifyBaseLogger } from 'fastify'
import type { VendorCaptchaSettings } from '../config/config.ts'
import type { Db } from '../db/connect.ts'
import { Failure } from '../failure.ts'
import type { CaptchaCheck } from '../http/serve.ts'
import { createCircuitBreaker } from '../outbound/circuit-breaker.ts'
import { askVendor } from './ask-vendor.ts'
import { isFirstUse } from './first-use.ts'

type Options = {
  db: Db
  settings: VendorCaptchaSettings
  /** Of our pages. */
  hostname: string
  standIn: CaptchaCheck
  log: Pick<FastifyBaseLogger, 'warn'>
}

export function createVendorCaptcha({ db, settings, hostname, standIn, log }: Options): CaptchaCheck {
  const { vendor, siteKey } = settings
  const breaker = createCircuitBreaker({ failures: 5, pauseMs: 30_000 })

  return {
    async check(given, level, purpose) {
      const { action } = purpose
      const challenge: VendorChallenge = { vendor, siteKey, action }
      const isAway = given ? !breaker.mayCall() : breaker.isOpen()
      if (isAway) return standIn.check(given, level + 1, purpose)
      if (!given) throw new Failure('captcha-needed', { challenge })
      const verdict = await askVendor(settings, given.value, { hostname, action })
      breaker.note(verdict.kind !== 'away')
      if (verdict.kind === 'away') {
        log.warn({ vendor, reason: verdict.reason }, 'the captcha vendor is away')
        return standIn.check(given, level + 1, purpose)
      }
      // Vendors refuse a token's second use as well, but not all of them at once.
      if (verdict.kind === 'genuine' && (await isFirstUse(db, given.value))) return
      throw new Failure('captcha-refused', {
        fields: { invalidCaptcha: errorSentence('captcha-refused') },
        challenge,
      })
    },
  }
}
