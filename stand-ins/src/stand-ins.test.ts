/** Tests sign-ins at the stand-ins like the service's, without a browser. */
import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createRemoteJWKSet, importPKCS8, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { relayDomain } from './people.ts'
import { foreignRegistrations, missingSettings, standInSettings } from './settings.ts'
import { type StandIns, startStandIns } from './start-stand-ins.ts'
import type { Callback } from './walk.ts'

const verifier = 'v'.repeat(43)
const codeChallenge = createHash('sha256').update(verifier).digest('base64url')
const callback = (provider: string) => `http://localhost:4000/api/auth/social/${provider}/callback`

let standIns: StandIns

before(async () => {
  standIns = await startStandIns()
})
after(() => standIns.close())

const setting = (name: string) => standIns.settings[name] ?? ''

type Metadata = Record<
  'issuer' | 'authorization_endpoint' | 'token_endpoint' | 'userinfo_endpoint' | 'jwks_uri',
  string
>

async function discover(issuer: string): Promise<Metadata> {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`)
  return (await answer.json()) as Metadata
}

async function authorizationUrl(provider: 'google' | 'apple', more: Record<string, string> = {}) {
  const url = new URL((await discover(setting(`${provider.toUpperCase()}_ISSUER`))).authorization_endpoint)
  url.search = new URLSearchParams({
    ...{ client_id: setting(`${provider.toUpperCase()}_CLIENT_ID`), redirect_uri: callback(provider) },
    ...{ response_type: 'code', state: 'a-state', nonce: 'a-nonce' },
    ...{ code_challenge: codeChallenge, code_challenge_method: 'S256' },
    ...(provider === 'google'
      ? { scope: 'openid email profile' }
      : { scope: 'name email', response_mode: 'form_post' }),
    ...more,
  }).toString()
  return url.href
}

type Tokens = { access_token: string; id_token: string; error?: string }

async function post(url: string, form: Record<string, string>) {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form) })
  return { status: answer.status, body: (await answer.json()) as Tokens }
}

function codeOf({ url, form }: Callback): string {
  return form.get('code') ?? new URL(url).searchParams.get('code') ?? ''
}

async function verify(idToken: string, provider: 'google' | 'apple'): Promise<JWTPayload> {
  const issuer = setting(`${provider.toUpperCase()}_ISSUER`)
  const keys = createRemoteJWKSet(new URL((await discover(issuer)).jwks_uri))
  const audience = setting(`${provider.toUpperCase()}_CLIENT_ID`)
  return (await jwtVerify(idToken, keys, { issuer, audience })).payload
}

describe('the settings of the stand-ins', () => {
  it('leaves out the providers that the environment configures', () => {
    const missing = missingSettings({ GOOGLE_CLIENT_ID: 'ours', APPLE_PRIVATE_KEY_FILE: '/run/key' }, 4_150)
    assert.deepEqual([...new Set(Object.keys(missing).map((name) => name.split('_')[0]))], ['FACEBOOK'])
    assert.deepEqual(missingSettings({ GOOGLE_CLIENT_ID: '' }, 4_150), standInSettings(4_150))
  })
})

describe('the stand-in for Google', () => {
  async function exchange(code: string, more: Record<string, string> = {}) {
    const { token_endpoint } = await discover(setting('GOOGLE_ISSUER'))
    return post(token_endpoint, {
      ...{
        grant_type: 'authorization_code',
        code,
        redirect_uri: callback('google'),
        code_verifier: verifier,
      },
      ...{ client_id: setting('GOOGLE_CLIENT_ID'), client_secret: setting('GOOGLE_CLIENT_SECRET') },
      ...more,
    })
  }

  it('gives an ID token with nonce, hosted domain and verified email, the userinfo and the picture', async () => {
    const person = standIns.addPerson('google', { email: 'gita@school.example', hd: 'school.example' })
    const answer = await standIns.choose(await authorizationUrl('google'), person)
    assert.equal(answer.method, 'GET')
    assert.equal(new URL(answer.url).searchParams.get('state'), 'a-state')
    const { status, body } = await exchange(codeOf(answer))
    assert.equal(status, 200)
    const claims = await verify(body.id_token, 'google')
    const { sub, nonce, email, email_verified, hd, name, azp } = claims
    assert.deepEqual(
      { sub, nonce, email, email_verified, hd, name, azp },
      {
        ...{ sub: person.subject, nonce: 'a-nonce', email: 'gita@school.example', email_verified: true },
        ...{ hd: 'school.example', name: 'Sam Stone', azp: 'foyer-google' },
      },
    )
    const { userinfo_endpoint } = await discover(setting('GOOGLE_ISSUER'))
    const userinfo = await fetch(userinfo_endpoint, {
      headers: { authorization: `Bearer ${body.access_token}` },
    })
    assert.equal(((await userinfo.json()) as JWTPayload).sub, person.subject)
    const picture = await fetch(String(claims.picture))
    assert.equal(picture.headers.get('content-type'), 'image/png')
  })

  it('refuses a code without its verifier, a wrong secret and an unregistered redirect URI', async () => {
    const person = standIns.addPerson('google')
    const url = await authorizationUrl('google')
    const withoutVerifier = await exchange(codeOf(await standIns.choose(url, person)), {
      code_verifier: 'w'.repeat(43),
    })
    assert.equal(withoutVerifier.body.error, 'invalid_grant')
    const wrongSecret = await exchange(codeOf(await standIns.choose(url, person)), { client_secret: 'wrong' })
    assert.equal(wrongSecret.body.error, 'invalid_client')
    const elsewhere = await authorizationUrl('google', { redirect_uri: 'http://localhost:4000/elsewhere' })
    await assert.rejects(standIns.choose(elsewhere, person), /redirect_uri/)
  })

  it('answers a person who denies with access_denied', async () => {
    const { url } = await standIns.deny(await authorizationUrl('google'))
    assert.equal(new URL(url).searchParams.get('error'), 'access_denied')
    assert.equal(new URL(url).searchParams.get('state'), 'a-state')
  })

  it('tells by tokeninfo for which application an access token is', async () => {
    const person = standIns.addPerson('google', { isEmailVerified: 'true' })
    const token = await standIns.mintAccessToken('google', person, foreignRegistrations.google.clientId)
    const answer = await fetch(`${setting('GOOGLE_ISSUER')}/tokeninfo?access_token=${token}`)
    const { aud, sub, email_verified } = (await answer.json()) as JWTPayload
    assert.deepEqual([aud, sub, email_verified], ['somebody-else', person.subject, 'true'])
    const unknown = await fetch(`${setting('GOOGLE_ISSUER')}/tokeninfo?access_token=none`)
    assert.equal(unknown.status, 400)
  })

  it('replaces claims of an ID token, after an exchange and when it mints one', async () => {
    const person = standIns.addPerson('google', { oddClaims: { nonce: 'another', email: undefined } })
    const { body } = await exchange(codeOf(await standIns.choose(await authorizationUrl('google'), person)))
    const claims = await verify(body.id_token, 'google')
    assert.equal(claims.nonce, 'another')
    assert.ok(!('email' in claims))
    const minted = await standIns.mintIdToken('google', person, { clientId: 'another' })
    await assert.rejects(verify(minted, 'google'), /aud/)
    await assert.rejects(
      verify(await standIns.mintIdToken('google', person, { isForged: true }), 'google'),
      /signature/,
    )
  })
})

describe('the stand-in for Apple', () => {
  async function clientSecret(header: object = {}, claims: JWTPayload = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1_000)
    return new SignJWT({
      ...{ iss: setting('APPLE_TEAM_ID'), sub: setting('APPLE_CLIENT_ID'), aud: setting('APPLE_ISSUER') },
      ...{ iat: now, exp: now + 300, ...claims },
    })
      .setProtectedHeader({ alg: 'ES256', kid: setting('APPLE_KEY_ID'), ...header })
      .sign(await importPKCS8(setting('APPLE_PRIVATE_KEY'), 'ES256'))
  }

  async function exchange(code: string, secret: string) {
    const { token_endpoint } = await discover(setting('APPLE_ISSUER'))
    return post(token_endpoint, {
      ...{ grant_type: 'authorization_code', code, redirect_uri: callback('apple'), code_verifier: verifier },
      ...{ client_id: setting('APPLE_CLIENT_ID'), client_secret: secret },
    })
  }

  it('posts the code in a form, with the name the first time only', async () => {
    const person = standIns.addPerson('apple', { firstName: 'Zoë "Z"', email: `a@${relayDomain}` })
    const first = await standIns.choose(await authorizationUrl('apple'), person)
    assert.equal(first.method, 'POST')
    assert.deepEqual([...first.form.keys()], ['code', 'state', 'user'])
    assert.deepEqual(JSON.parse(first.form.get('user') ?? '').name, {
      firstName: 'Zoë "Z"',
      lastName: 'Stone',
    })
    const { body } = await exchange(codeOf(first), await clientSecret())
    const { sub, nonce, email, is_private_email } = await verify(body.id_token, 'apple')
    assert.deepEqual([sub, nonce, email, is_private_email], [person.subject, 'a-nonce', person.email, true])
    const second = await standIns.choose(await authorizationUrl('apple'), person)
    assert.deepEqual([...second.form.keys()], ['code', 'state'])
  })

  it('refuses a client secret that is not signed for this team, key, client, issuer and time', async () => {
    const person = standIns.addPerson('apple')
    const wrong = [
      clientSecret({ kid: 'ANOTHERKEY' }),
      clientSecret({}, { iss: 'ANOTHERTEAM' }),
      clientSecret({}, { sub: 'another.client' }),
      clientSecret({}, { aud: 'https://another.example' }),
      clientSecret({}, { exp: Math.floor(Date.now() / 1_000) - 60 }),
      clientSecret({}, { exp: Math.floor(Date.now() / 1_000) + 16_000_000 }),
    ]
    for (const secret of await Promise.all(wrong)) {
      const code = codeOf(await standIns.choose(await authorizationUrl('apple'), person))
      assert.equal((await exchange(code, secret)).body.error, 'invalid_client')
    }
  })

  it('posts user_cancelled_authorize for a person who cancels, and demands form_post for name and email', async () => {
    const { method, form } = await standIns.deny(await authorizationUrl('apple'))
    assert.deepEqual(
      [method, form.get('error'), form.get('state')],
      ['POST', 'user_cancelled_authorize', 'a-state'],
    )
    const byQuery = await fetch(await authorizationUrl('apple', { response_mode: 'query' }), {
      redirect: 'manual',
    })
    assert.equal(byQuery.status, 400)
  })
})

describe('the stand-in for Facebook', () => {
  const graph = (path: string, query: Record<string, string>) =>
    fetch(`${setting('FACEBOOK_GRAPH_URL')}${path}?${new URLSearchParams(query)}`)
  const dialogUrl = () =>
    `${setting('FACEBOOK_DIALOG_URL')}?${new URLSearchParams({
      ...{ client_id: setting('FACEBOOK_APP_ID'), redirect_uri: callback('facebook'), state: 'a-state' },
      ...{ scope: 'email public_profile', code_challenge: codeChallenge, code_challenge_method: 'S256' },
    })}`
  const proofOf = (token: string) =>
    createHmac('sha256', setting('FACEBOOK_APP_SECRET')).update(token).digest('hex')

  async function exchange(code: string, more: Record<string, string> = {}) {
    return post(`${setting('FACEBOOK_GRAPH_URL')}/oauth/access_token`, {
      ...{ client_id: setting('FACEBOOK_APP_ID'), client_secret: setting('FACEBOOK_APP_SECRET') },
      ...{ redirect_uri: callback('facebook'), code, code_verifier: verifier, ...more },
    })
  }

  it('exchanges a code for a token that debug_token and me know', async () => {
    const person = standIns.addPerson('facebook')
    const answer = await standIns.choose(dialogUrl(), person)
    assert.equal(new URL(answer.url).searchParams.get('state'), 'a-state')
    const { access_token: token } = (await exchange(codeOf(answer))).body
    const appToken = `${setting('FACEBOOK_APP_ID')}|${setting('FACEBOOK_APP_SECRET')}`
    const debug = await graph('/debug_token', { input_token: token, access_token: appToken })
    const { data } = (await debug.json()) as { data: Record<string, unknown> }
    assert.deepEqual(
      [data.app_id, data.user_id, data.is_valid],
      [setting('FACEBOOK_APP_ID'), person.subject, true],
    )
    const query = { fields: 'id,name,email,picture.width(400)', access_token: token }
    const me = await graph('/me', { ...query, appsecret_proof: proofOf(token) })
    const { id, name, email } = (await me.json()) as Record<string, unknown>
    assert.deepEqual([id, name, email], [person.subject, 'Sam Stone', person.email])
    assert.equal((await graph('/me', { ...query, appsecret_proof: proofOf('another') })).status, 400)
    assert.equal((await graph('/me', query)).status, 400)
  })

  it('refuses a second use of a code, a wrong verifier and a wrong secret', async () => {
    const person = standIns.addPerson('facebook', { email: null })
    const code = codeOf(await standIns.choose(dialogUrl(), person))
    assert.equal((await exchange(code, { code_verifier: 'w'.repeat(43) })).status, 400)
    assert.equal((await exchange(code, { client_secret: 'wrong' })).status, 400)
    const { access_token: token } = (await exchange(code)).body
    assert.equal((await exchange(code)).status, 400)
    const me = await graph('/me', {
      fields: 'id,email',
      access_token: token,
      appsecret_proof: proofOf(token),
    })
    assert.deepEqual(await me.json(), { id: person.subject })
  })

  it('answers a person who denies as Facebook does', async () => {
    const { url } = await standIns.deny(dialogUrl())
    assert.equal(new URL(url).searchParams.get('error_reason'), 'user_denied')
    assert.equal(new URL(url).hash, '#_=_')
  })
})
