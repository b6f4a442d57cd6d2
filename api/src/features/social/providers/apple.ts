/** Sign-in with Apple: OpenID Connect with a posted form as the answer, and a JWT signed by Foyer as the client secret. */
import { SignJWT } from 'jose'
import type { SocialSettings } from '../../../kernel/config/config.ts'
import { createOpenid } from './openid.ts'
import type { PersonName, Provider } from './provider.ts'
import { readIdentity } from './read-identity.ts'

const secretSeconds = 300

export function createApple(settings: NonNullable<SocialSettings['apple']>): Provider {
  const openid = createOpenid(settings)

  return {
    startUrl: (fetch, flow) =>
      openid.startUrl(fetch, flow, { scope: 'name email', response_mode: 'form_post' }),
    redeem: async (fetch, flow, answer) =>
      identityIn(await openid.redeem(fetch, flow, answer, await clientSecret(settings)), answer.name),
    check: async (fetch, token) => identityIn(await openid.check(fetch, token), null),
  }
}

async function clientSecret({
  clientId,
  teamId,
  keyId,
  privateKey,
  issuer,
}: NonNullable<SocialSettings['apple']>) {
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt()
    .setExpirationTime(`${secretSeconds}s`)
    .sign(privateKey)
}

/** Apple verifies every email, and operates the relay addresses. The name is not in the token. */
function identityIn(claims: Record<string, unknown>, name: PersonName | null) {
  return readIdentity({
    provider: 'apple',
    subject: claims.sub,
    email: claims.email,
    isEmailVerified: claims.email_verified,
    isAuthoritative: () => true,
    firstName: name?.firstName,
    lastName: name?.lastName,
  })
}
