/** Sign-in with Google: OpenID Connect; a raw token may be an ID token or an access token. */
import type { SocialSettings } from '../../../kernel/config/config.ts'
import { createOpenid, isJwt } from './openid.ts'
import type { Provider, ProviderFetch } from './provider.ts'
import { readIdentity } from './read-identity.ts'

type Claims = Record<string, unknown>

export function createGoogle(settings: NonNullable<SocialSettings['google']>): Provider {
  const { clientId, clientSecret } = settings
  const openid = createOpenid(settings)

  return {
    startUrl: (fetch, flow) => openid.startUrl(fetch, flow, { scope: 'openid email profile' }),
    redeem: async (fetch, flow, answer) => identityIn(await openid.redeem(fetch, flow, answer, clientSecret)),
    check: async (fetch, token) =>
      identityIn(isJwt(token) ? await openid.check(fetch, token) : await checkAccessToken(fetch, token)),
  }

  /** Checks that Google issued an access token to Foyer, and reads its user. */
  async function checkAccessToken(fetch: ProviderFetch, token: string): Promise<Claims> {
    const { token_endpoint: tokenUrl, userinfo_endpoint: userUrl } = await openid.metadata(fetch)
    if (!tokenUrl || !userUrl) throw new Error('The issuer names no addresses')
    const infoUrl = new URL('tokeninfo', tokenUrl)
    infoUrl.searchParams.set('access_token', token)
    const info = await readJson(await fetch(infoUrl.href))
    if (info.aud !== clientId || (info.azp ?? clientId) !== clientId)
      throw new Error('The token is for others')
    const user = await readJson(await fetch(userUrl, { headers: { authorization: `Bearer ${token}` } }))
    if (typeof user.sub !== 'string' || user.sub !== info.sub) throw new Error('The subjects differ')
    return user
  }
}

async function readJson(response: Response): Promise<Claims> {
  if (!response.ok) throw new Error(`It answered ${response.status}`)
  return (await response.json()) as Claims
}

/** Google operates the mailboxes of Gmail and of each Workspace, whose domain is `hd`. */
function identityIn(claims: Claims) {
  return readIdentity({
    provider: 'google',
    subject: claims.sub,
    email: claims.email,
    isEmailVerified: claims.email_verified,
    isAuthoritative: (address) =>
      /@(gmail|googlemail)\.com$/i.test(address) || (typeof claims.hd === 'string' && claims.hd !== ''),
    firstName: claims.given_name,
    lastName: claims.family_name,
    name: claims.name,
    picture: claims.picture,
  })
}
