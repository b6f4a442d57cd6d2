import type { FastifyBaseLogger } from 'fastify'
import type { CaptchaCheck } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { countCaptchas } from './count-captchas.ts'
import { createVendorCaptcha } from './vendor-captcha.ts'

/** Returns the captcha of the configured vendor, or our own proof of work; null if captchas are off. */
export function chooseCaptcha(
  { config, db, proofOfWork, metrics }: Services,
  log: Pick<FastifyBaseLogger, 'warn'>,
): CaptchaCheck | null {
  const { captcha, captchaVendor: settings, baseUrl } = config
  if (captcha === 'off') return null
  if (!settings) return countCaptchas(proofOfWork, metrics)
  const { hostname } = new URL(baseUrl)
  return countCaptchas(createVendorCaptcha({ db, settings, hostname, fallback: proofOfWork, log }), metrics)
}
