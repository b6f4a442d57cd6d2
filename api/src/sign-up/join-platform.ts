/** Adds a platform that is open to sign-up to an account that exists, after a proof of it. */
import type { Given } from '@foyer/contract/routes/route'
import type { Session } from '@foyer/contract/routes/sign-in'
import type { joinPlatform } from '@foyer/contract/routes/sign-up'
import { addPlatform } from '../accounts/sign-up/add-platform.ts'
import { type JoinRequest, joinWithAccount } from '../accounts/sign-up/join-with-account.ts'
import type { Services } from '../services.ts'
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
