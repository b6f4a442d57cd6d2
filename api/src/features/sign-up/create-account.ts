/** Opens an account on a platform that is open to sign-up. */
import type { Given } from '@foyer/contract/routes/route'
import type { Session } from '@foyer/contract/routes/sign-in'
import type { signUp } from '@foyer/contract/routes/sign-up'
import type { Services } from '../../services.ts'
import { openAccount } from '../accounts/open-account.ts'
import type { SignUpRequest } from '../accounts/sign-up-services.ts'
import { refuseClosedPlatform } from './closed-platform.ts'

export async function createAccount(
  services: Services,
  body: Given<typeof signUp>['body'],
  request: SignUpRequest,
): Promise<Session> {
  await refuseClosedPlatform(services.db, body.platform, request.requestContext)
  return openAccount(services, body, request)
}
