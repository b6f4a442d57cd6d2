/** Holds the checks and failures that sending a code and verifying it share. */
import { errorSentence } from '@foyer/contract/errors'
import type { Product } from '@foyer/contract/platforms'
import { Failure } from '../../kernel/failure.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import type { Challenge } from './otp-challenges.ts'

/** Reads the product from `?platform={product}-web`. */
export function productOf({ platform }: { platform?: `${Product}-web` | undefined }): Product | null {
  return platform ? (platform.slice(0, -'-web'.length) as Product) : null
}

/** Checks that challenge and request name the same product and device. A missing name matches any. */
export function isSameProductAndDevice(
  challenge: Pick<Challenge, 'product' | 'deviceId'>,
  { product, requestContext }: { product: Product | null; requestContext: RequestContext },
): boolean {
  const isSameProduct = !challenge.product || !product || challenge.product === product
  const isSameDevice =
    !challenge.deviceId || !requestContext.deviceId || challenge.deviceId.equals(requestContext.deviceId)
  return isSameProduct && isSameDevice
}

export function otpFailure(code: 'otp-wrong' | 'otp-expired'): Failure {
  return new Failure(code, { fields: { otp: errorSentence(code) } })
}
