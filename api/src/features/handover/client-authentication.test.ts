/**
 * Tests how a platform's server authenticates at the exchange, and when it must use PKCE (RFC 6749 §5.2, RFC 7636)
 * (N-132).
 */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createCode, exchangeCode } from '@foyer/contract/routes/handover'
import { listSessions, refreshToken } from '@foyer/contract/routes/sessions'
import { decodeJwt } from 'jose'
import { clientSecret, openTestApp, originOf, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 100 } })
})
after(() => testApp.close())

const redirectUrl = `${originOf('student')}/callback`
const codeVerifier = randomBytes(32).toString('base64url')
const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
const withPkce = { redirectUrl, codeVerifier }

async function mint(more: { codeChallenge?: string } = { codeChallenge }) {
  const session = await testApp.signIn()
  const { data } = await testApp.mint(session.accessToken, { redirectUrl, ...more })
  return { session, code: data.code }
}

function redeem(code: string, client: string, more: { redirectUrl?: string; codeVerifier?: string } = {}) {
  return testApp.call(exchangeCode, { body: { code, platform: 'student', ...more } }, { client })
}

describe('PKCE of platform clients', () => {
  it('rejects and uses up a code without a challenge unless the platforms file allows it', async () => {
    const { code } = await mint({})
    const answer = await redeem(code, 'student-pkce-client', { redirectUrl })
    assert.deepEqual([answer.status, answer.code, answer.detail], [400, 'code-invalid', 'pkce-missing'])
    assert.equal((await redeem(code, 'student-client')).code, 'code-invalid')
  })

  it('redeems a code with a challenge for a client that requires PKCE', async () => {
    const { code } = await mint()
    assert.equal((await redeem(code, 'student-pkce-client', withPkce)).status, 200)
  })

  it('needs the verifier of a code with a challenge, even for a client that may omit PKCE', async () => {
    assert.equal((await redeem((await mint({})).code, 'student-client')).status, 200)
    assert.equal((await redeem((await mint()).code, 'student-client', withPkce)).status, 200)
    const { code } = await mint()
    assert.equal((await redeem(code, 'student-client', { redirectUrl })).detail, 'code-verifier-wrong')
  })
})

describe('client authentication', () => {
  it('answers a wrong client with 401 and an HTTP Basic challenge, and uses up no code', async () => {
    const { code } = await mint()
    const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
    const wrongHeaders: Record<string, string>[] = [
      {},
      basic('student-client:wrong'),
      basic(`nobody:${clientSecret}`),
      basic('student-client:'),
      { authorization: 'Basic %%%' },
      { authorization: 'Bearer a.b.c' },
    ]
    for (const headers of wrongHeaders) {
      const answer = await testApp.call(exchangeCode, { body: { code, platform: 'student' } }, { headers })
      assert.deepEqual([answer.status, answer.code], [401, 'client-unknown'])
      assert.equal(answer.headers['www-authenticate'], 'Basic realm="Foyer", charset="UTF-8"')
    }
    assert.equal((await redeem(code, 'student-client', withPkce)).status, 200)
  })

  it('answers 401 with an HTTP Basic challenge to a platform renewal without a client', async () => {
    const { code } = await mint()
    const { data } = await redeem(code, 'student-pkce-client', withPkce)
    const given = { body: { refreshToken: data.session.refreshToken } }
    const answer = await testApp.call(refreshToken, given)
    assert.deepEqual([answer.status, answer.code], [401, 'client-unknown'])
    assert.equal(answer.headers['www-authenticate'], 'Basic realm="Foyer", charset="UTF-8"')
    assert.equal((await testApp.call(refreshToken, given, { client: 'student-pkce-client' })).status, 200)
  })
})

describe('WWW-Authenticate header', () => {
  it('names the Bearer scheme in every 401 to a browser, never Basic, which opens a dialog', async () => {
    const forged = await testApp.call(listSessions, {}, { token: 'a.b.c' })
    assert.equal(forged.status, 401)
    assert.equal(forged.headers['www-authenticate'], 'Bearer realm="Foyer", error="invalid_token"')
    const missing = await testApp.call(createCode, { body: { platform: 'student' } })
    assert.equal(missing.status, 401)
    assert.equal(missing.headers['www-authenticate'], 'Bearer realm="Foyer"')
    const refused = await testApp.call(refreshToken, { body: { refreshToken: 'rt_x' } })
    assert.equal(refused.status, 401)
    assert.equal(refused.headers['www-authenticate'], 'Bearer realm="Foyer"')
  })
})

describe('client_id of access tokens', () => {
  const clientOf = (accessToken: string) => decodeJwt(accessToken).client_id

  it('names foyer in a Foyer session and the client in a platform session as client_id', async () => {
    const { session, code } = await mint()
    assert.equal(clientOf(session.accessToken), 'foyer')
    const { data } = await redeem(code, 'student-pkce-client', withPkce)
    assert.equal(clientOf(data.session.accessToken), 'student-pkce-client')
  })

  it('keeps the client_id and changes the jti when a session is renewed', async () => {
    const { session, code } = await mint()
    const { data } = await redeem(code, 'student-pkce-client', withPkce)
    const renew = async ({ refreshToken: token }: { refreshToken: string }, client?: string) => {
      const sent = client ? { client } : {}
      return (await testApp.call(refreshToken, { body: { refreshToken: token } }, sent)).data.accessToken
    }
    const own = await renew(session)
    const child = await renew(data.session, 'student-pkce-client')
    assert.deepEqual([clientOf(own), clientOf(child)], ['foyer', 'student-pkce-client'])
    const tokens = [session.accessToken, own, data.session.accessToken, child]
    assert.equal(new Set(tokens.map((token) => decodeJwt(token).jti)).size, 4)
  })
})
