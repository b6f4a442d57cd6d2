/** Configures `oidc-provider` with everything that Google and Apple have in common. */
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { decodeJwt, importJWK, SignJWT } from 'jose'
import { type Configuration, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { readChoice, sendChooser } from './chooser.ts'
import { readForm } from './http.ts'
import { memoryAdapters } from './memory-adapter.ts'
import { sendProblem } from './page.ts'
import type { People, Person } from './people.ts'

type Client = { clientId: string; clientSecret: string; redirectUris: readonly string[] }

type Options = {
  provider: 'google' | 'apple'
  issuer: string
  people: People
  clients: readonly Client[]
  /** The error code if the user denies. */
  denied: string
  claimsOf(person: Person, clientId: string): Record<string, unknown>
  configuration: Configuration
  /** Called with each person who signs in. */
  onChosen?(choice: { person: Person; isNameSent: boolean }): void
}

/** Changes an ID token that is minted without a code. */
export type OddToken = {
  clientId?: string
  claims?: Record<string, unknown>
  /** Signs with a key that the issuer does not publish. */
  isForged?: boolean
}

export type OidcServer = {
  provider: Provider
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  mintIdToken(person: Person, odd?: OddToken): Promise<string>
  mintAccessToken(person: Person, clientId: string, scope: string): Promise<string>
}

export function createOidcServer(options: Options): OidcServer {
  const { provider: name, issuer, people, clients, claimsOf, configuration } = options
  const jwk = makeKey()
  const provider = new Provider(issuer, {
    adapter: memoryAdapters(),
    jwks: { keys: [jwk] },
    clients: clients.map(({ clientId, clientSecret, redirectUris }) => ({
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [...redirectUris],
      token_endpoint_auth_method: 'client_secret_post',
    })),
    // Google and Apple include the user's claims in the ID token.
    conformIdTokenClaims: false,
    // Neither provider requires PKCE; a sent challenge is checked.
    pkce: { required: () => false },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: { interaction: `${name}_interaction`, resume: `${name}_resume`, session: `${name}_session` },
    },
    interactions: { policy: alwaysChoose(), url: (_, { uid }) => `/${name}/interaction/${uid}` },
    findAccount: (ctx, subject) => {
      const person = people.find(subject)
      const clientId = ctx.oidc.client?.clientId ?? ''
      return person && { accountId: subject, claims: () => ({ ...claimsOf(person, clientId), sub: subject }) }
    },
    async loadExistingGrant(ctx) {
      const { client, session, params } = ctx.oidc
      const grant = new ctx.oidc.provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      })
      grant.addOIDCScope(String(params?.scope ?? ''))
      await grant.save()
      return grant
    },
    renderError(ctx, { error_description: description, error }) {
      ctx.respond = false
      sendProblem(ctx.res, ctx.status, `${providerSays[name]}: ${error}. ${description ?? ''}`)
    },
    ttl: { Interaction: 3_600, Session: 3_600, Grant: 3_600, AccessToken: 3_600, IdToken: 3_600 },
    ...configuration,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      ...configuration.features,
    },
  })
  provider.use(addOddClaims)
  let callback: ReturnType<typeof provider.callback> | undefined

  async function addOddClaims(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
    await next()
    const { id_token: idToken } = (ctx.body ?? {}) as { id_token?: string }
    if (!idToken) return
    const claims = decodeJwt(idToken)
    const person = people.find(claims.sub ?? '')
    if (!person || Object.keys(person.oddClaims).length === 0) return
    ctx.body = { ...(ctx.body as object), id_token: await sign({ ...claims, ...person.oddClaims }, jwk) }
  }

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const details = await provider.interactionDetails(request, response).catch(() => null)
    if (!details) return sendProblem(response, 400, 'This sign-in has expired. Start again at Foyer.')
    if (request.method !== 'POST') return sendChooser(response, { provider: name, people })
    const choice = readChoice(await readForm(request), name, people)
    if (choice) options.onChosen?.(choice)
    await provider.interactionFinished(
      request,
      response,
      choice
        ? { login: { accountId: choice.person.subject, remember: false } }
        : { error: options.denied, error_description: 'The user did not agree.' },
    )
  }

  return {
    provider,
    async handle(request, response) {
      const { url = '/' } = request
      if (url.startsWith(`/${name}/interaction/`)) return interact(request, response)
      // The library derives its own URLs from both values.
      Object.assign(request, { originalUrl: url, url: url.slice(name.length + 1) || '/' })
      forgetSession(request, `${name}_session`)
      // Made late, because the callback ignores middleware that is added to the provider afterwards.
      callback ??= provider.callback()
      await callback(request, response)
    },
    mintIdToken(person, { clientId = clients[0]?.clientId ?? '', claims = {}, isForged = false } = {}) {
      const now = Math.floor(Date.now() / 1_000)
      const all = { ...claimsOf(person, clientId), sub: person.subject, aud: clientId, iss: issuer }
      return sign(
        { ...all, iat: now, exp: now + 3_600, ...claims },
        isForged ? { ...makeKey(), kid: jwk.kid } : jwk,
      )
    },
    async mintAccessToken({ subject }, clientId, scope) {
      const client = await provider.Client.find(clientId)
      if (!client) throw new Error(`No client ${clientId}`)
      const grant = new provider.Grant({ clientId, accountId: subject })
      grant.addOIDCScope(scope)
      const grantId = await grant.save()
      const token = new provider.AccessToken({
        ...{ client, accountId: subject, grantId, scope, gty: 'authorization_code' },
        ...{ claims: {}, sessionUid: randomUUID(), expiresWithSession: false, extra: {} },
      } as unknown as ConstructorParameters<typeof provider.AccessToken>[0])
      return token.save()
    },
  }
}

const providerSays = { google: 'Google would say', apple: 'Apple would say' }

/** Makes the user choose a person at each sign-in. */
function alwaysChoose() {
  const policy = interactionPolicy.base()
  const { Check, Prompt } = interactionPolicy
  policy.clear()
  policy.add(
    new Prompt(
      { name: 'login', requestable: true },
      new Check('choose', 'A person must be chosen', ({ oidc }) =>
        oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    ),
  )
  return policy
}

type Jwk = Record<string, unknown> & { kid: string; kty: string }

function makeKey(): Jwk {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' } as Jwk
}

async function sign(claims: Record<string, unknown>, jwk: Jwk): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: jwk.kid })
    .sign(await importJWK(jwk, 'RS256'))
}

/** Drops the session cookie, because two simultaneous sign-ins of one browser may choose different people. */
function forgetSession(request: IncomingMessage, cookie: string): void {
  const kept = (request.headers.cookie ?? '').split('; ').filter((each) => !each.startsWith(cookie))
  request.headers.cookie = kept.join('; ')
}
