/** Signs a school up with an account that exists (features/accounts/sign-in-with-proof.ts). */
import type { addSchoolToAccount } from '@foyer/contract/routes/school-sign-up'
import type { Session } from '@foyer/contract/routes/sign-in'
import { greetingName } from '../../identity/users/user-names.ts'
import type { RequestTo, Services } from '../../services.ts'
import { joinWithAccount } from '../accounts/join-with-account.ts'
import { countSchool, createSchool, platform, refuseWrongLocation } from '../schools/create-school.ts'

export async function signUpWithAccount(
  services: Services,
  request: RequestTo<typeof addSchoolToAccount>,
): Promise<Session> {
  const { body } = request
  await refuseWrongLocation(services.db, body, request.counted)
  return joinWithAccount(services, body, request, {
    purpose: 'school_sign_up',
    platform,
    count: (userId) => countSchool(services, userId),
    async add(trx, user) {
      await createSchool(trx, user.id, body, request.requestContext)
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
