/**
 * Imitates Apple: OpenID Connect by `oidc-provider`, with Apple's differences. The client secret is a JWT, the answer
 * is a form post, the ID token needs no scope `openid`, and the name is sent once, next to the code.
 */
import { createPublicKey } from 'node:crypto'
import { jwtVerify } from 'jose'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { html } from './html.ts'
import { urlOf } from './http.ts'
import { createOidcServer, type OidcServer } from './oidc-server.ts'
import { sendProblem } from './page.ts'
import { createPeople, type People, type Person, relayDomain } from './people.ts'
import { applePublicKey, callbackUrl, foreignRegistrations, registrations } from './settings.ts'

type Apple = OidcServer & { people: People }

/** Apple accepts client secrets with a lifetime of up to six months. */
const maxSecretSeconds = 15_777_000

export function createApple(url: string, publicBaseUrls: readonly string[]): Apple {
  const issuer = `${url}/apple`
  const people = createPeople('apple')
  const { clientId, teamId, keyId } = registrations.apple
  const nameSentTo = new Set<string>()
  const server = createOidcServer({
    provider: 'apple',
    issuer,
    people,
    clients: [
      // Apple's clients authenticate with a JWT instead of this secret.
      {
        ...{ clientId, clientSecret: 'none' },
        redirectUris: publicBaseUrls.map((base) => callbackUrl(base, 'apple')),
      },
      {
        ...{ clientId: foreignRegistrations.apple.clientId, clientSecret: 'none' },
        redirectUris: ['https://somebody-else.example/callback'],
      },
    ],
    denied: 'user_cancelled_authorize',
    claimsOf,
    configuration: {
      routes: { authorization: '/auth/authorize', token: '/auth/token', jwks: '/auth/keys' },
      scopes: ['openid', 'email', 'name'],
      claims: {
        openid: ['sub', 'nonce_supported', 'real_user_status'],
        email: ['email', 'email_verified', 'is_private_email'],
      },
      features: { userinfo: { enabled: false } },
    },
    onChosen({ person, isNameSent }) {
      if (isNameSent) nameSentTo.add(person.subject)
    },
  })
  const key = createPublicKey(applePublicKey)
  // The way that the library's author exposes for secrets that are not compared as text.
  server.provider.Client.prototype.compareClientSecret = (secret: string) => isClientSecret(secret)
  server.provider.use(async (ctx, next) => {
    await next()
    if (ctx.path.startsWith('/.well-known/'))
      delete (ctx.body as Record<string, unknown>).authorization_response_iss_parameter_supported
    else addName(ctx as KoaContextWithOIDC)
  })
  return {
    ...server,
    people,
    async handle(request, response) {
      const url = urlOf(request)
      if (url.pathname === '/apple/auth/authorize') {
        const fault = authorizationFault(url.searchParams)
        if (fault) return sendProblem(response, 400, `Apple would say: ${fault}`)
        // Apple issues an ID token even without this scope.
        url.searchParams.set('scope', `openid ${url.searchParams.get('scope') ?? ''}`.trim())
        request.url = url.pathname + url.search
      }
      await server.handle(request, response)
    },
  }

  async function isClientSecret(secret: string): Promise<boolean> {
    const now = Math.floor(Date.now() / 1_000)
    try {
      const { payload, protectedHeader } = await jwtVerify(secret, key, {
        ...{ algorithms: ['ES256'], issuer: teamId, subject: clientId, audience: issuer },
        requiredClaims: ['iat', 'exp'],
      })
      return protectedHeader.kid === keyId && (payload.exp ?? 0) <= now + maxSecretSeconds
    } catch {
      return false
    }
  }

  /**
   * Adds the name to the form the first time that a person signs in here. Removes `iss`, which Apple does not send (RFC
   * 9207).
   */
  function addName(ctx: KoaContextWithOIDC): void {
    if (typeof ctx.body !== 'string' || !ctx.body.includes('<form method="post"')) return
    // Each input is on its own line.
    const lines = ctx.body.split('\n').filter((line) => !line.includes('name="iss"'))
    const page = lines.join('\n')
    ctx.body = page
    const person = people.find(ctx.oidc.session?.accountId ?? '')
    const scopes = String(ctx.oidc.params?.scope ?? '').split(' ')
    if (!person || !page.includes('name="code"') || !scopes.includes('name')) return
    if (nameSentTo.has(person.subject)) return
    nameSentTo.add(person.subject)
    ctx.body = page.replace(
      '</form>',
      () => html`<input type="hidden" name="user" value="${userOf(person)}"/></form>`.text,
    )
  }
}

function authorizationFault(query: URLSearchParams): string | null {
  const asksForUser = /\b(?:name|email)\b/.test(query.get('scope') ?? '')
  return asksForUser && query.get('response_mode') !== 'form_post'
    ? 'invalid_request. response_mode must be form_post when name or email scope is requested.'
    : null
}

function userOf({ firstName, lastName, email }: Person): string {
  return JSON.stringify({ name: { firstName, lastName }, ...(email !== null && { email }) })
}

function claimsOf({ email, isEmailVerified }: Person): Record<string, unknown> {
  return {
    nonce_supported: true,
    real_user_status: 2,
    ...(email !== null && { email, email_verified: isEmailVerified }),
    ...(email?.endsWith(`@${relayDomain}`) && { is_private_email: true }),
  }
}
