/** Tests the browser flow with a provider's stand-in (N-114, N-115, N-117). */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { SocialProvider } from '@foyer/contract/social/providers'
import { identityOf } from '../identity-of.ts'
import { channel, openSocialApp, type SocialApp, walkedTo } from './test-social.ts'

let social: SocialApp
before(async () => {
  social = await openSocialApp({ config: { limitsFactor: 1_000 } })
})
after(() => social.close())

const browserOf = (cookie: string) =>
  createHash('sha256')
    .update(cookie.split('=')[1] ?? '')
    .digest('base64url')

const identityBy = async (provider: SocialProvider, accessToken: string, cookie: string) => {
  const given = { provider, accessToken, purpose: 'link', browserHash: browserOf(cookie) } as const
  return (await identityOf(social.services, given)).identity
}

describe('the way to a provider and back', () => {
  const expected = {
    google: {
      isEmailVerified: true,
      isAuthoritative: true,
      fullName: { firstName: 'Asha', lastName: 'Rao' },
    },
    facebook: {
      isEmailVerified: false,
      isAuthoritative: false,
      fullName: { firstName: 'Asha', lastName: 'Rao' },
    },
    apple: { isEmailVerified: true, isAuthoritative: true, fullName: { firstName: 'Asha', lastName: 'Rao' } },
  }
  for (const provider of ['google', 'facebook', 'apple'] as const) {
    it(`leads to ${provider} and comes back with a reference to the identity`, async () => {
      const person = social.standIns.addPerson(provider, {
        ...{ firstName: 'Asha', lastName: 'Rao', email: `asha.${provider}@gmail.com` },
      })
      const { path, result, cookie } = await social.walk(provider, person)
      assert.equal(path, '/social-return?platform=student')
      const { reference = '', ...rest } = result
      assert.deepEqual(rest, {
        ...{ mode: 'popup', channel, return: '/?platform=student', provider, hasName: '1', hasEmail: '1' },
      })
      const { pictureUrl, ...identity } = await identityBy(provider, reference, cookie)
      assert.deepEqual(identity, {
        ...{ provider, subject: person.subject, email: `asha.${provider}@gmail.com` },
        ...expected[provider],
      })
      assert.equal(pictureUrl !== null, provider !== 'apple')
    })
  }
})

describe('a way that is not allowed', () => {
  const failed = { path: '/social-return?platform=student', result: { provider: 'google', error: 'failed' } }

  it('refuses a state that is unknown, used, expired, of another provider or of another browser', async () => {
    const { standIns, begin, comeBack, services } = social
    const person = standIns.addPerson('google')
    const { location, cookie } = await begin('google')
    const callback = await standIns.choose(location, person)
    const other = await begin('facebook')
    for (const foreign of ['', other.cookie]) assert.deepEqual(await comeBack(callback, foreign), failed)
    const elsewhere = { ...callback, url: callback.url.replace('/google/', '/facebook/') }
    assert.equal((await comeBack(elsewhere, cookie)).result.error, 'failed')
    const unknown = new URL(callback.url)
    unknown.searchParams.set('state', 'a'.repeat(43))
    assert.deepEqual(await comeBack({ ...callback, url: unknown.href }, cookie), failed)
    assert.ok((await comeBack(callback, cookie)).result.reference)
    assert.deepEqual(await comeBack(callback, cookie), failed)

    const late = await begin('google')
    await services.db
      .updateTable('oneTimeTokens')
      .set({ expiresAt: new Date(0) })
      .where('purpose', '=', 'social-flow')
      .execute()
    assert.deepEqual(await comeBack(await standIns.choose(late.location, person), late.cookie), failed)
  })

  it('lets one of twenty parallel answers with the same state succeed', async () => {
    const { location, cookie } = await social.begin('google')
    const callback = await social.standIns.choose(location, social.standIns.addPerson('google'))
    const walked = await Promise.all(Array.from({ length: 20 }, () => social.comeBack(callback, cookie)))
    assert.equal(walked.filter(({ result }) => result.reference).length, 1)
  })

  it('refuses a replaced nonce, and a code that was asked for without our PKCE challenge', async () => {
    for (const [name, value] of [
      ['nonce', 'another-nonce'],
      ['code_challenge', 'A'.repeat(43)],
    ] as const) {
      const { location, cookie } = await social.begin('google')
      const url = new URL(location)
      assert.ok(url.searchParams.get(name))
      url.searchParams.set(name, value)
      const callback = await social.standIns.choose(url.href, social.standIns.addPerson('google'))
      const { result } = await social.comeBack(callback, cookie)
      assert.deepEqual([result.error, result.channel, result.reference], ['failed', channel, undefined], name)
    }
  })

  it('says that the user changed their mind at each provider', async () => {
    for (const provider of ['google', 'facebook', 'apple'] as const) {
      const { location, cookie } = await social.begin(provider)
      const { result } = await social.comeBack(await social.standIns.deny(location), cookie)
      assert.deepEqual([result.error, result.mode, result.channel], ['denied', 'popup', channel], provider)
    }
  })

  it('starts only for a page with the buttons, of a platform that offers them, from a page of its own', async () => {
    const refused: [Record<string, string>, Record<string, string>?][] = [
      ...['https://evil.example/', '//evil.example', '/\\evil.example', '/account', '/social-return', ''].map(
        (to): [Record<string, string>] => [{ return: to }],
      ),
      [{ return: '/school/login?platform=school' }],
      [{ platform: 'school', return: '/school/login?platform=school' }],
      [{ channel: 'short' }],
      [{ mode: 'frame' }],
      [{}, { 'sec-fetch-site': 'cross-site' }],
    ]
    for (const [query, headers] of refused) {
      const { location, status } = await social.begin('google', query, headers)
      assert.deepEqual([status, walkedTo(location)], [303, failed], JSON.stringify([query, headers]))
    }
    const back = '/popup-sso?platform=student&origin=https%3A%2F%2Flearn.example'
    const { location, cookie } = await social.begin('google', { return: back, mode: 'redirect' })
    const callback = await social.standIns.choose(location, social.standIns.addPerson('google'))
    const { result } = await social.comeBack(callback, cookie)
    assert.deepEqual([result.return, result.mode], [back, 'redirect'])
  })

  it('answers 303 with headers that keep address and opener, and counts under a limit of its own', async () => {
    const strict = await openSocialApp()
    const start = { url: '/api/auth/social/google/start?platform=student' }
    const { headers, statusCode } = await strict.app.inject(start)
    assert.deepEqual(
      [
        statusCode,
        headers['cache-control'],
        headers['referrer-policy'],
        headers['cross-origin-opener-policy'],
      ],
      [303, 'no-store', 'no-referrer', 'unsafe-none'],
    )
    const { cookie } = await strict.begin('google')
    assert.match(cookie, /^social=[\w-]{43}$/)
    assert.equal((await strict.begin('apple', {}, { cookie })).cookie, cookie)
    const counters = strict.services.db
      .selectFrom('attempts')
      .select('count')
      .where('key', 'like', 'social-pages:%')
    assert.deepEqual(await counters.execute(), [{ count: 3 }])
    await strict.close()
  })
})

describe('the form of Apple', () => {
  const path = '/api/auth/social/apple/callback'
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://appleid.apple.com' }

  it('takes a form of another site at the callback of Apple and nowhere else', async () => {
    const own = await social.app.inject({
      method: 'POST',
      url: path,
      headers: form,
      payload: 'state=a&code=b',
    })
    assert.equal(own.statusCode, 303)
    assert.match(String(own.headers.location), /^\/api\/auth\/social\/apple\/callback\?form=[\w-]+$/)
    assert.doesNotMatch(String(own.headers.location), /code=/)
    for (const url of ['/api/auth/social/google/callback', '/api/auth/social/apple/start'])
      assert.equal((await social.app.inject({ method: 'POST', url, headers: form })).statusCode, 404)
    const { origin: _, ...sameSite } = form
    for (const [headers, status] of [
      [form, 403],
      [sameSite, 415],
    ] as const) {
      const login = { method: 'POST', url: '/api/auth/sso/login', headers, payload: 'a=b' } as const
      assert.equal((await social.app.inject(login)).statusCode, status)
    }
  })

  it('refuses a form that is too large, broken or has a field twice', async () => {
    for (const payload of ['user='.padEnd(16_385, 'x'), 'code=%ff%fe&state=\xff', 'code=a&code=b'].map(
      (text) => Buffer.from(text, 'latin1'),
    )) {
      const { headers } = await social.app.inject({ method: 'POST', url: path, headers: form, payload })
      const { result } = walkedTo(String(headers.location))
      assert.deepEqual(result, { provider: 'apple', error: 'failed' })
    }
  })

  it('takes a name from a form of Apple alone, and drops one that breaks our rules (N-43)', async () => {
    const person = social.standIns.addPerson('apple', { firstName: 'Asha', lastName: 'Rao' })
    const first = await social.begin('apple')
    const { form: posted, url } = await social.standIns.choose(first.location, person)
    // Apple posts its answer, so a query with a code, a state and a name is not an answer of Apple.
    const typed = await social.app.inject({
      url: `${path}?${posted}&name=Evil`,
      headers: { cookie: first.cookie },
    })
    assert.equal(walkedTo(String(typed.headers.location)).result.error, 'failed')
    posted.set(
      'user',
      JSON.stringify({ name: { firstName: 'https://evil.example', lastName: 'x'.repeat(200) } }),
    )
    const { result } = await social.comeBack({ method: 'POST', url, form: posted }, first.cookie)
    assert.deepEqual([result.hasName, Boolean(result.reference)], [undefined, true])
    const changed = `${path}?form=${Buffer.from('{"answered":{"code":"a"}}').toString('base64url')}`
    const forged = await social.app.inject({ url: changed, headers: { cookie: first.cookie } })
    assert.equal(walkedTo(String(forged.headers.location)).result.error, 'failed')
  })
})

describe('the log of social sign-in', () => {
  it('holds no code, state, name, address or token of a social sign-in', async () => {
    const lines: string[] = []
    const logged = await openSocialApp({
      config: { logLevel: 'trace' },
      logTo: { write: (line) => void lines.push(line) },
    })
    const secrets: string[] = []
    for (const provider of ['google', 'facebook', 'apple'] as const) {
      const person = logged.standIns.addPerson(provider, { firstName: 'Canaria', email: 'canary@gmail.com' })
      const { location, cookie } = await logged.begin(provider)
      const callback = await logged.standIns.choose(location, person)
      const { result } = await logged.comeBack(callback, cookie)
      await logged.comeBack(callback, cookie)
      const query = callback.method === 'POST' ? callback.form : new URL(callback.url).searchParams
      secrets.push(query.get('code') ?? '', query.get('state') ?? '', result.reference ?? '', person.subject)
      secrets.push(cookie.split('=')[1] ?? '')
      const token = await logged.standIns.mintAccessToken(provider, person)
      const given = { provider, accessToken: token, purpose: 'login', browserHash: null } as const
      await identityOf(logged.services, given).catch(() => {})
      secrets.push(token)
    }
    await logged.close()
    const log = lines.join('\n')
    assert.match(log, /social\/:provider\/callback/)
    for (const secret of [...secrets, 'Canaria', 'canary@gmail.com'])
      assert.ok(secret.length > 6 && !log.includes(secret), secret.slice(0, 4))
  })
})
