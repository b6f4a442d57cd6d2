/** Signs a user in with a password, stores the session and remembers the person. */
import { type Platform, platformRow } from '@foyer/contract/platforms'
import { login } from '@foyer/contract/routes/sign-in'
import { type Answer, call } from '../../api/call.ts'
import { rememberPerson } from '../../session/last-person.ts'
import { storeAuth } from '../../session/stored-auth.ts'
import { withSecondStep } from '../second-step/with-second-step.ts'

/**
 * `claim` identifies the user by the id from a look-up or a link, or by the email. `shown` contains what the form shows of
 * the user.
 */
export async function signInWithPassword(
  platform: Platform,
  claim: { uuid: string } | { email: string },
  password: string,
  shown: { identifier: string; picture?: string | null },
  signal: AbortSignal,
): Promise<Answer<typeof login>> {
  const { product } = platformRow(platform)
  const query = { platform: `${product}-web` } as const
  const body = { ...claim, password, product, platform }
  const first = { identifier: shown.identifier, method: 'password' } as const
  const answer = await withSecondStep(platform, await call(login, { query, body }, { signal }), signal, first)
  if (answer.isSuccessful && !signal.aborted) {
    storeAuth(answer.data)
    rememberPerson(answer.data, { ...shown, picture: shown.picture ?? null, method: 'password' })
  }
  return answer
}
