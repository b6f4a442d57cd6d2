import type { FastifyBaseLogger } from 'fastify'
import type { CaptchaCheck } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { countCaptchas } from './count-captchas.ts'
import { createVendorCaptcha } from './vendor-captcha.ts'

/** The configured vendor's captcha, or our own puzzles; null where there is none. */
export function chooseCaptcha(
  { config, db, proofOfWork, metrics }: Services,
  log: Pick<FastifyBaseLogger, 'warn'>,
): CaptchaCheck | null {
  const { captcha, captchaVendor: settings, baseUrl } = config
  if (captcha === 'off') return null
  if (!settings) return countCaptchas(proofOfWork, metrics)
  const { hostname } = new URL(baseUrl)
  return countCaptchas(createVendorCaptcha({ db, settings, hostname, standIn: proofOfWork, log }), metrics)
}
