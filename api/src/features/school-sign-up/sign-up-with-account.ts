/** Signs a school up with an account that exists (features/accounts/join-with-account.ts proves it). */
import type { Given } from '@foyer/contract/routes/route'
import type { addSchoolToAccount } from '@foyer/contract/routes/schools'
import type { Session } from '@foyer/contract/routes/sign-in'
import { greetingName } from '../../identity/users/user-names.ts'
import type { Services } from '../../services.ts'
import { type JoinRequest, joinWithAccount } from '../accounts/join-with-account.ts'
import { countSchool, foundSchool, platform, refuseWrongLocation } from '../schools/found-school.ts'

type Body = Given<typeof addSchoolToAccount>['body']

export async function signUpWithAccount(
  services: Services,
  body: Body,
  request: JoinRequest,
): Promise<Session> {
  await refuseWrongLocation(services.db, body, request.counted)
  return joinWithAccount(services, body, request, {
    purpose: 'school_sign_up',
    platform,
    count: (userId) => countSchool(services, userId),
    async add(trx, user) {
      await foundSchool(trx, user.id, body, request.requestContext)
      if (!user.email) return
      const values = { firstName: greetingName(user, 'email'), platform }
      await services.outbox.queue(trx, {
        template: 'school-added',
        channel: 'email',
        to: user.email,
        values,
      })
    },
  })
}
