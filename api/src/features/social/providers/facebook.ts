/** Sign-in with Facebook: OAuth 2.0 with the Graph API, without ID tokens. */
import { createHmac } from 'node:crypto'
import * as client from 'openid-client'
import * as v from 'valibot'
import type { SocialSettings } from '../../../kernel/config/config.ts'
import type { SocialIdentity } from '../identity.ts'
import { answerUrl, asCustom } from './openid.ts'
import type { Provider, ProviderFetch } from './provider.ts'
import { readIdentity } from './read-identity.ts'

const fields = 'id,name,first_name,last_name,email,picture.width(512).height(512)'

const debugged = v.object({
  data: v.object({ app_id: v.string(), is_valid: v.boolean(), user_id: v.string(), type: v.literal('USER') }),
})

const profile = v.looseObject({
  id: v.string(),
  picture: v.optional(v.object({ data: v.object({ is_silhouette: v.boolean(), url: v.string() }) })),
})

export function createFacebook(settings: NonNullable<SocialSettings['facebook']>): Provider {
  const { appId, appSecret, graphUrl, dialogUrl } = settings
  const server = {
    issuer: graphUrl,
    authorization_endpoint: dialogUrl,
    token_endpoint: `${graphUrl}/oauth/access_token`,
  }

  function configuration(fetch: ProviderFetch): client.Configuration {
    const config = new client.Configuration(server, appId, {}, client.ClientSecretPost(appSecret))
    config[client.customFetch] = asCustom(fetch)
    config.timeout = undefined
    if (graphUrl.startsWith('http:')) client.allowInsecureRequests(config)
    return config
  }

  return {
    async startUrl(fetch, { state, codeVerifier, redirectUri }) {
      return client.buildAuthorizationUrl(configuration(fetch), {
        redirect_uri: redirectUri,
        scope: 'email public_profile',
        state,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
    },

    async redeem(fetch, flow, answer) {
      const { access_token: token } = await client.authorizationCodeGrant(
        configuration(fetch),
        answerUrl(flow, answer),
        { pkceCodeVerifier: flow.codeVerifier, expectedState: flow.state },
      )
      return me(fetch, token, null)
    },

    async check(fetch, token) {
      const asked = new URLSearchParams({ input_token: token, access_token: `${appId}|${appSecret}` })
      const { data } = await readAs(debugged, await fetch(`${graphUrl}/debug_token?${asked}`))
      if (data.app_id !== appId || !data.is_valid) throw new Error('The token is for others')
      return me(fetch, token, data.user_id)
    },
  }

  /** Reads the user of a token that was issued to Foyer. A `userId` other than null must be the id of that user. */
  async function me(fetch: ProviderFetch, token: string, userId: string | null): Promise<SocialIdentity> {
    const proof = createHmac('sha256', appSecret).update(token).digest('hex')
    const asked = new URLSearchParams({ fields, access_token: token, appsecret_proof: proof })
    const person = await readAs(profile, await fetch(`${graphUrl}/me?${asked}`))
    if (userId !== null && person.id !== userId) throw new Error('The subjects differ')
    const picture = person.picture?.data
    return readIdentity({
      provider: 'facebook',
      subject: person.id,
      email: person.email,
      // Facebook does not report whether the email is verified, and operates no mailboxes.
      isEmailVerified: false,
      isAuthoritative: () => false,
      firstName: person.first_name,
      lastName: person.last_name,
      name: person.name,
      picture: picture?.is_silhouette ? null : picture?.url,
    })
  }
}

async function readAs<Schema extends v.GenericSchema>(
  schema: Schema,
  response: Response,
): Promise<v.InferOutput<Schema>> {
  if (!response.ok) throw new Error(`It answered ${response.status}`)
  return v.parse(schema, await response.json())
}
