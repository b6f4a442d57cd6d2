/**
 * Serves oidc-provider on Postgres: one confidential client, PKCE, ES256 access tokens as JWTs, rotating refresh
 * tokens. The request only names the user, without a password, because the measurement begins after authentication.
 */
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { type Configuration, Provider } from 'oidc-provider'
import pg from 'pg'
import { platform, poolSize, ports } from '../service/bench-settings.ts'
import { createOidcTable, postgresAdapter } from './oidc-adapter.ts'

const [databaseUrl] = process.argv.slice(2)
const issuer = `http://localhost:${ports.oidcPeer}`
const resource = 'urn:foyer:bench'
const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize })
await createOidcTable(pool)
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })

const configuration: Configuration = {
  adapter: postgresAdapter(pool),
  jwks: { keys: [{ ...key, alg: 'ES256', use: 'sig' } as never] },
  clients: [
    {
      client_id: platform.clientId,
      client_secret: platform.clientSecret,
      redirect_uris: [`${platform.origin}/`],
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
    },
  ],
  cookies: { keys: ['a bench needs a key to sign cookies'] },
  findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  async loadExistingGrant({ oidc }) {
    const grantId = oidc.session?.grantIdFor(platform.clientId)
    const known = grantId ? await oidc.provider.Grant.find(grantId) : undefined
    if (known) return known
    const grant = new oidc.provider.Grant({
      clientId: platform.clientId,
      ...(oidc.session?.accountId && { accountId: oidc.session.accountId }),
    })
    grant.addOIDCScope('openid')
    grant.addResourceScope(resource, 'openid')
    await grant.save()
    return grant
  },
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
  ttl: {
    Interaction: 3_600,
    Session: 86_400,
    Grant: 86_400,
    AccessToken: 600,
    IdToken: 600,
    RefreshToken: 86_400,
  },
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  features: {
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: 'openid',
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
}

const provider = new Provider(issuer, configuration)
const handle = provider.callback()
createServer((request, response) => {
  if (!request.url?.startsWith('/interaction/')) return void handle(request, response)
  const accountId = String(request.headers['x-user'])
  void provider.interactionFinished(request, response, { login: { accountId } })
}).listen(ports.oidcPeer, 'localhost', () => process.send?.('ready'))
process.on('disconnect', () => process.exit())
