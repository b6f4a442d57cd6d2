import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../kernel/config/config.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { CaptchaCheck } from '../../kernel/http/serve.ts'
import type { Metrics } from '../../kernel/metrics/metrics.ts'
import { countCaptchas } from './count-captchas.ts'
import type { ProofOfWork } from './proof-of-work.ts'
import { createVendorCaptcha } from './vendor-captcha.ts'

/** Returns the captcha of the configured vendor, or our own proof of work; null if captchas are turned off. */
export function chooseCaptcha(
  {
    config,
    db,
    proofOfWork,
    metrics,
  }: { config: Config; db: Db; proofOfWork: ProofOfWork; metrics: Metrics },
  log: Pick<FastifyBaseLogger, 'warn'>,
): CaptchaCheck | null {
  const { captcha, captchaVendor: settings, baseUrl } = config
  if (captcha === 'off') return null
  if (!settings) return countCaptchas(proofOfWork, metrics)
  const { hostname } = new URL(baseUrl)
  return countCaptchas(createVendorCaptcha({ db, settings, hostname, fallback: proofOfWork, log }), metrics)
}
