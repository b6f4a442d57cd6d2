/** Opens an account on a platform that is open to sign-up. */
import { platformRow } from '@foyer/contract/platforms'
import type { Given } from '@foyer/contract/routes/route'
import type { Session } from '@foyer/contract/routes/sign-in'
import type { signUp } from '@foyer/contract/routes/sign-up'
import { openAccount } from '../accounts/sign-up/open-account.ts'
import type { SignUpRequest } from '../accounts/sign-up/sign-up-services.ts'
import { recordEvent } from '../audit.ts'
import { Failure } from '../failure.ts'
import type { Services } from '../services.ts'

export async function createAccount(
  services: Services,
  body: Given<typeof signUp>['body'],
  request: SignUpRequest,
): Promise<Session> {
  const { platform } = body
  if (platformRow(platform).signUp !== 'open') {
    const { requestContext } = request
    const details = { reason: 'closed' }
    await recordEvent(services.db, { event: 'sign-up-refused', requestContext, platform, details })
    throw new Failure('no-access')
  }
  return openAccount(services, body, request)
}
