/**
 * Links an identity to the account that has its email, once the user has proven the account (sign-in-with-proof.ts). A
 * refused proof leaves the reference valid.
 */
import { required } from '@foyer/contract/fields'
import type { Session } from '@foyer/contract/routes/sign-in'
import type { linkSocialAccount } from '@foyer/contract/routes/social'
import { Failure } from '../../kernel/failure.ts'
import type { RequestTo, Services } from '../../services.ts'
import { refuseClosedPlatform } from '../accounts/closed-platform.ts'
import { signInWithProof } from '../accounts/sign-in-with-proof.ts'
import { socialEmail } from './account-of-identity.ts'
import { identityOf } from './identity-of.ts'
import { linkIdentity } from './link-identity.ts'
import { refuseOtherProduct } from './social-failures.ts'
import { answerWithSession, consumeProof } from './social-session.ts'

export async function linkAccount(
  services: Services,
  request: RequestTo<typeof linkSocialAccount>,
): Promise<Session> {
  const { body, requestContext, flowBrowser: browserHash, warn } = request
  const { provider, accessToken, proof, platform } = body
  refuseOtherProduct(body)
  await refuseClosedPlatform(services.db, { platform, provider, isSignUp: true }, requestContext)
  const proven = await identityOf(services, { provider, accessToken, purpose: 'link', browserHash })
  const { identity } = proven
  const email = socialEmail(identity, body.email)
  if (!email) throw new Failure('invalid-request', { fields: { email: required } })
  const signedIn = await signInWithProof(
    services,
    {
      ...{ identifier: email.contact, proof, purpose: 'social_link', platform, provider },
      async add(trx, { user, browserId }) {
        const link = { user, identity, platform, requestContext, browserId }
        const linked = await linkIdentity(services, trx, link)
        if (!linked) throw new Failure('social-failed')
        await consumeProof(trx, proven)
        return linked
      },
    },
    request,
  )
  return answerWithSession(services, identity, signedIn, warn)
}
