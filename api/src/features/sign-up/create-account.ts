/** Opens an account on a platform that is open to sign-up. */
import type { Session } from '@foyer/contract/routes/sign-in'
import type { signUp } from '@foyer/contract/routes/sign-up'
import type { RequestTo, Services } from '../../services.ts'
import { openAccount } from '../accounts/open-account.ts'
import { refuseClosedPlatform } from './closed-platform.ts'

export async function createAccount(services: Services, request: RequestTo<typeof signUp>): Promise<Session> {
  const { body, requestContext } = request
  await refuseClosedPlatform(services.db, body.platform, requestContext)
  return openAccount(services, body, request)
}
