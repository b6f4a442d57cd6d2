/** Imitates Google: OpenID Connect by `oidc-provider`, and Google's own tokeninfo. */
import { decodeJwt } from 'jose'
import { sendJson, urlOf } from './http.ts'
import { createOidcServer, type OidcServer } from './oidc-server.ts'
import { createPeople, type People, type Person } from './people.ts'
import { callbackUrl, foreignRegistrations, registrations } from './settings.ts'

type Google = OidcServer & { people: People }

export function createGoogle(url: string, publicBaseUrls: readonly string[]): Google {
  const people = createPeople('google')
  const { clientId, clientSecret } = registrations.google
  const server = createOidcServer({
    provider: 'google',
    issuer: `${url}/google`,
    people,
    clients: [
      { clientId, clientSecret, redirectUris: publicBaseUrls.map((base) => callbackUrl(base, 'google')) },
      { ...foreignRegistrations.google, redirectUris: ['https://somebody-else.example/callback'] },
    ],
    denied: 'access_denied',
    claimsOf: (person, clientId) => ({ ...claimsOf(person, url), azp: clientId }),
    configuration: {
      routes: { authorization: '/o/oauth2/v2/auth', token: '/token', userinfo: '/userinfo', jwks: '/certs' },
      scopes: ['openid', 'email', 'profile'],
      claims: {
        openid: ['sub', 'azp', 'hd'],
        email: ['email', 'email_verified'],
        profile: ['name', 'given_name', 'family_name', 'picture'],
      },
    },
  })

  return {
    ...server,
    people,
    async handle(request, response) {
      const { pathname, searchParams } = urlOf(request)
      if (pathname !== '/google/tokeninfo') return server.handle(request, response)
      const info = await tokenInfo(searchParams)
      if (info) sendJson(response, 200, info)
      else sendJson(response, 400, { error: 'invalid_token', error_description: 'Invalid Value' })
    },
  }

  /** Describes an access token or an ID token of any client, as Google does; null if the token is invalid. */
  async function tokenInfo(query: URLSearchParams): Promise<Record<string, string> | null> {
    const idToken = query.get('id_token')
    if (idToken) return claimsOfToken(idToken)
    const token = await server.provider.AccessToken.find(query.get('access_token') ?? '')
    const person = people.find(token?.accountId ?? '')
    if (!token?.isValid || !person) return null
    const { email, email_verified } = claimsOf(person, url)
    const expiresAt = (token.iat ?? 0) + token.expiration
    return asText({
      ...{ azp: token.clientId, aud: token.clientId, sub: person.subject, scope: token.scope },
      ...{ exp: expiresAt, expires_in: expiresAt - Math.floor(Date.now() / 1_000), access_type: 'online' },
      ...(email !== undefined && { email, email_verified }),
    })
  }
}

function claimsOf(
  { subject, firstName, lastName, email, isEmailVerified, hd, picture }: Person,
  url: string,
) {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return {
    ...(hd !== null && { hd }),
    ...(email !== null && { email, email_verified: isEmailVerified }),
    ...(name && { name }),
    ...(firstName && { given_name: firstName }),
    ...(lastName && { family_name: lastName }),
    ...(picture !== null && { picture: picture === 'own' ? `${url}/pictures/${subject}=s96-c` : picture }),
  } as Record<string, unknown>
}

function asText(claims: object): Record<string, string> {
  return Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, String(value)]))
}

function claimsOfToken(idToken: string): Record<string, string> | null {
  try {
    return asText(decodeJwt(idToken))
  } catch {
    return null
  }
}
