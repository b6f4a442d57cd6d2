/** Adds a platform, or a school with its platform, to an account whose owner proves it at a sign-up. */
import type { Platform } from '@foyer/contract/platforms'
import type { Given } from '@foyer/contract/routes/route'
import type { Session } from '@foyer/contract/routes/sign-in'
import type { joinPlatform } from '@foyer/contract/routes/sign-up'
import { storePassword } from '../../identity/credentials/credentials.ts'
import { issueSession } from '../../identity/sessions/issue-tokens.ts'
import type { OtpPurpose } from '../../identity/tokens/otp-challenges.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { readEmailIdentifier } from '../../identity/users/identifier.ts'
import { setName } from '../../identity/users/users.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Services } from '../../services.ts'
import { refuseGuessable } from './open-account.ts'
import { type ProofRequest, signInWithProof } from './sign-in-with-proof.ts'
import { storeSignUp } from './sign-ups.ts'

/** The fields that the forms of all sign-ups send. */
type Application = Omit<Given<typeof joinPlatform>['body'], 'platform' | 'captcha'>

type Joining = {
  purpose: OtpPurpose
  platform: Platform
  /** Counts the sign-up under limits of the feature, after the proof and before the transaction. */
  count?(userId: string): Promise<void>
  /** Writes the rows of the feature and notifies the owner, in the transaction that opens the session. */
  add(trx: Db, user: User): Promise<void>
}

export async function joinWithAccount(
  services: Services,
  application: Application,
  request: ProofRequest,
  { purpose, platform, count, add }: Joining,
): Promise<Session> {
  const { email, proof, password1, firstName, lastName, source, utmParams } = application
  /** A proof by password keeps the password, so a new one is stored only after a proof by code. */
  const newPassword = proof.password === undefined ? password1 : undefined
  if (newPassword !== undefined)
    await refuseGuessable(services, { password1: newPassword, firstName, lastName, email, platform }, request)
  let hash: string | null = null
  const { session, user, endedSessions } = await signInWithProof(
    services,
    {
      ...{ identifier: readEmailIdentifier(email), proof, purpose, platform },
      async prepare(userId) {
        await count?.(userId)
        if (newPassword !== undefined) hash = await services.hasher.hash(newPassword)
      },
      async change(trx, { user: proven, hasLostPassword }) {
        const { id: userId, firstName: oldName } = proven
        // The proof has removed a name that an impostor may have given.
        if (oldName === '') await setName(trx, userId, { firstName, lastName: lastName || null })
        // Replaces only the password of an impostor. An account without a password stays without one.
        if (hash !== null && hasLostPassword)
          await storePassword(trx, { userId, hash, provenance: 'verified' })
        return (await findUser(trx, { id: userId })) ?? proven
      },
      async add(trx, { user, session }) {
        await storeSignUp(trx, { userId: user.id, platform, source, utmParams })
        await add(trx, user)
        await request.noteMade(trx, session.id)
        return user
      },
    },
    request,
  )
  for (const id of endedSessions) services.accessTokens.forget(id)
  return issueSession(services, session, user)
}
