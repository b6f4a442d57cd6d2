/**
 * Runs a platform's server for tests of back-channel logout. It verifies each logout token against the published keys,
 * and answers as the test chooses.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose'
import { readRegistry } from '../kernel/config/platform-registry.ts'
import { clientSecret, originOf } from './test-app.ts'

/** The clients of the platform, each with its own path; `quiet` has no back-channel. */
const testClients = ['learning', 'sister', 'quiet'] as const
export type TestClient = (typeof testClients)[number]

export type TestPlatform = {
  urlOf(client: TestClient): string
  /** The claims of valid logout tokens. */
  logouts: JWTPayload[]
  /** The faults of invalid requests. */
  faults: unknown[]
  /** The answer to a valid token by client; 200 without an entry. */
  answers: Map<TestClient, (response: ServerResponse) => void>
  /** The last `traceparent` by client. */
  traces: Map<TestClient, string | undefined>
  /** The number of requests by path. */
  requests: Map<string, number>
  close(): Promise<void>
}

type Issuer = { issuer: string; keys(): Promise<Parameters<typeof createLocalJWKSet>[0]> }

/** `issuer` is called at the first request, because the service is configured later, with the URL of this server. */
export async function openTestPlatform(issuer: () => Issuer): Promise<TestPlatform> {
  const server = createServer(async (request, response) => {
    const client = request.url?.slice(1) as TestClient
    platform.requests.set(client, (platform.requests.get(client) ?? 0) + 1)
    const { traceparent } = request.headers
    platform.traces.set(client, Array.isArray(traceparent) ? traceparent[0] : traceparent)
    const text = (await request.setEncoding('utf8').toArray()).join('')
    try {
      assert.equal(request.method, 'POST')
      assert.match(request.headers['content-type'] ?? '', /^application\/x-www-form-urlencoded/)
      const form = new URLSearchParams(text)
      assert.deepEqual([...form.keys()], ['logout_token'])
      const { issuer: trusted, keys } = issuer()
      platform.logouts.push(
        await verify(form.get('logout_token') ?? '', { trusted, client, jwks: await keys() }),
      )
    } catch (error) {
      platform.faults.push(error)
      response.writeHead(400).end()
      return
    }
    const answer = platform.answers.get(client)
    if (answer) answer(response)
    else response.writeHead(200, { 'cache-control': 'no-store' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const platform: TestPlatform = {
    urlOf: (client) => `http://127.0.0.1:${port}/${client}`,
    logouts: [],
    faults: [],
    answers: new Map(),
    traces: new Map(),
    requests: new Map(),
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return platform
}

type Trusted = { trusted: string; client: string; jwks: Parameters<typeof createLocalJWKSet>[0] }

/** Checks the rules of OpenID Connect Back-Channel Logout 1.0 §2.6. */
async function verify(token: string, { trusted, client, jwks }: Trusted): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, createLocalJWKSet(jwks), {
    issuer: trusted,
    audience: client,
    typ: 'logout+jwt',
    algorithms: ['ES256'],
    requiredClaims: ['iat', 'exp', 'jti', 'sid', 'sub'],
    maxTokenAge: 120,
  })
  assert.deepEqual(payload.events, { 'http://schemas.openid.net/event/backchannel-logout': {} })
  assert.equal(payload.exp, (payload.iat ?? 0) + 120)
  assert.ok(!('nonce' in payload))
  return payload
}

/** Returns a platforms file with these clients; tests write it to disk for separate processes. */
export function testPlatformsFile({ urlOf }: Pick<TestPlatform, 'urlOf'>): string {
  const secretSha256 = createHash('sha256').update(clientSecret).digest('hex')
  const origins = [originOf('student')]
  const clients = testClients.map((id) => ({
    id,
    secretSha256,
    requiresPkce: false,
    ...(id !== 'quiet' && { backchannelLogoutUri: urlOf(id) }),
    ...(id === 'sister' && { openid: { redirectUris: [`${origins[0]}/sister`], isThirdParty: true } }),
  }))
  return JSON.stringify({ student: { home: `${origins[0]}/home`, origins, clients } })
}

export function testPlatformRegistry(platform: Pick<TestPlatform, 'urlOf'>) {
  return readRegistry(testPlatformsFile(platform), { isProduction: false })
}
