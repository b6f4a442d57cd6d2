/** Speaks OpenID Connect with one issuer. Metadata and keys are fetched on demand and cached. */
import { createLocalJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import * as client from 'openid-client'
import type { Flow, ProviderAnswer, ProviderFetch } from './provider.ts'

const metadataMs = 3_600_000
const keysSeconds = 300
/** The shortest time between two fetches of the keys that tokens with unknown keys cause. */
const newKeysSeconds = 60
/** The highest age of a token that another party got from the provider. */
const tokenAgeSeconds = 600
const clockToleranceSeconds = 30

export function createOpenid({ issuer, clientId }: { issuer: string; clientId: string }) {
  const isHttp = issuer.startsWith('http:')
  let known: { metadata: client.ServerMetadata; until: number } | null = null
  let keys: client.ExportedJWKSCache | null = null

  async function metadataBy(fetch: ProviderFetch): Promise<client.ServerMetadata> {
    if (known && performance.now() < known.until) return known.metadata
    const found = await client.discovery(new URL(issuer), clientId, {}, client.None(), {
      [client.customFetch]: asCustom(fetch),
      execute: isHttp ? [client.allowInsecureRequests] : [],
    })
    const metadata = { ...found.serverMetadata() }
    known = { metadata, until: performance.now() + metadataMs }
    return metadata
  }

  async function configuration(fetch: ProviderFetch, auth: client.ClientAuth): Promise<client.Configuration> {
    const config = new client.Configuration(await metadataBy(fetch), clientId, {}, auth)
    config[client.customFetch] = asCustom(fetch)
    config.timeout = undefined
    if (isHttp) client.allowInsecureRequests(config)
    // ID tokens are verified by the keys of the issuer too, not only by the TLS connection.
    client.enableNonRepudiationChecks(config)
    if (keys) client.setJwksCache(config, keys)
    return config
  }

  /** Fetches the keys if they are older than `maxAgeSeconds`. Returns whether they were fetched. */
  async function renewKeys(fetch: ProviderFetch, maxAgeSeconds: number): Promise<boolean> {
    const now = Math.floor(Date.now() / 1_000)
    if (keys && now - keys.uat < maxAgeSeconds) return false
    const { jwks_uri: uri } = await metadataBy(fetch)
    if (!uri) throw new Error('The issuer publishes no keys')
    keys = { jwks: (await (await fetch(uri)).json()) as client.JWKS, uat: now }
    return true
  }

  async function verify(fetch: ProviderFetch, token: string): Promise<JWTPayload> {
    await renewKeys(fetch, keysSeconds)
    return verifyByKeys(token).catch(async (error) => {
      const isUnknownKey = error instanceof errors.JWKSNoMatchingKey
      if (!isUnknownKey || !(await renewKeys(fetch, newKeysSeconds))) throw error
      return verifyByKeys(token)
    })
  }

  async function verifyByKeys(token: string): Promise<JWTPayload> {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys?.jwks ?? { keys: [] }), {
      // Google uses its issuer with and without https.
      issuer: [issuer, issuer.replace(/^https:\/\//, '')],
      audience: clientId,
      algorithms: ['RS256', 'ES256'],
      requiredClaims: ['sub', 'iat', 'exp'],
      maxTokenAge: tokenAgeSeconds,
      clockTolerance: clockToleranceSeconds,
    })
    return payload
  }

  return {
    metadata: metadataBy,

    async startUrl(
      fetch: ProviderFetch,
      { state, nonce, codeVerifier, redirectUri }: Flow,
      more: Record<string, string>,
    ): Promise<URL> {
      return client.buildAuthorizationUrl(await configuration(fetch, client.None()), {
        redirect_uri: redirectUri,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...more,
      })
    },

    /** Exchanges a code and returns the claims of the ID token: state, PKCE, nonce, issuer and audience are checked. */
    async redeem(
      fetch: ProviderFetch,
      flow: Flow,
      answer: ProviderAnswer,
      secret: string,
    ): Promise<client.IDToken> {
      const config = await configuration(fetch, client.ClientSecretPost(secret))
      const tokens = await client.authorizationCodeGrant(config, answerUrl(flow, answer), {
        pkceCodeVerifier: flow.codeVerifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
      })
      keys = client.getJwksCache(config) ?? keys
      const claims = tokens.claims()
      if (!claims) throw new Error('There is no ID token')
      return claims
    },

    /** Verifies an ID token that another party got. Foyer must be its only audience. */
    async check(fetch: ProviderFetch, token: string): Promise<JWTPayload> {
      const claims = await verify(fetch, token)
      if (claims.aud !== clientId || (claims.azp !== undefined && claims.azp !== clientId))
        throw new Error('The token is for others, too')
      return claims
    },
  }
}

/** Returns the callback URL with the answer, in the form that the library reads. */
export function answerUrl({ redirectUri, state }: Flow, { code, iss }: ProviderAnswer): URL {
  const url = new URL(redirectUri)
  url.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString()
  return url
}

export function asCustom(fetch: ProviderFetch): client.CustomFetch {
  return (url, { method, headers, body }) =>
    fetch(url, { method, headers, body: body as URLSearchParams | null })
}

export function isJwt(token: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)
}
