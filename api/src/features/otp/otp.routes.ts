import { sendOtp, verifyOtp } from '@foyer/contract/routes/otp'
import { breakerRules } from '../../identity/tokens/otp-breaker.ts'
import type { Serve, Services } from '../../services.ts'
import { sendCode } from './send-code.ts'
import { verifyCode } from './verify-code.ts'

export function otpRoutes(serve: Serve, services: Services): void {
  serve(sendOtp, (request) => sendCode(services, request))
  serve(verifyOtp, (request) => verifyCode(services, request), { rules: () => breakerRules })
}
