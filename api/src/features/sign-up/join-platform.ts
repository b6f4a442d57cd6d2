/** Adds a platform that is open to sign-up to an account that exists, after a proof of the account. */
import type { Session } from '@foyer/contract/routes/sign-in'
import type { joinPlatform } from '@foyer/contract/routes/sign-up'
import type { RequestTo, Services } from '../../services.ts'
import { addPlatform } from '../accounts/add-platform.ts'
import { joinWithAccount } from '../accounts/join-with-account.ts'
import { refuseClosedPlatform } from './closed-platform.ts'

export async function joinWithProof(
  services: Services,
  request: RequestTo<typeof joinPlatform>,
): Promise<Session> {
  const { body, requestContext } = request
  const { platform } = body
  await refuseClosedPlatform(services.db, platform, requestContext)
  return joinWithAccount(services, body, request, {
    purpose: 'sign_up',
    platform,
    add: (trx, user) => addPlatform(trx, services.outbox, { user, platform, requestContext }),
  })
}
