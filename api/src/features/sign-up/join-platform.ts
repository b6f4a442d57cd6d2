/** Adds a platform that is open to sign-up to an account that exists, after a proof of it. */
import type { Given } from '@foyer/contract/routes/route'
import type { Session } from '@foyer/contract/routes/sign-in'
import type { joinPlatform } from '@foyer/contract/routes/sign-up'
import type { Services } from '../../services.ts'
import { addPlatform } from '../accounts/add-platform.ts'
import { type JoinRequest, joinWithAccount } from '../accounts/join-with-account.ts'
import { refuseClosedPlatform } from './closed-platform.ts'

export async function joinWithProof(
  services: Services,
  body: Given<typeof joinPlatform>['body'],
  request: JoinRequest,
): Promise<Session> {
  const { platform } = body
  const { requestContext } = request
  await refuseClosedPlatform(services.db, platform, requestContext)
  return joinWithAccount(services, body, request, {
    purpose: 'sign_up',
    platform,
    add: (trx, user) => addPlatform(trx, services.outbox, { user, platform, requestContext }),
  })
}
