/** Tests finishing a sign-in and redeeming its code (N-51, N-52, N-53, N-57, N-108, N-142). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { exchange, finishSignIn } from './exchange.ts'
import { FoyerError } from './failure.ts'
import type { FoyerOptions } from './foyer.ts'
import { startSignIn, startSignOut } from './redirect.ts'
import { type StandIn, startStandIn } from './stand-in.ts'
import { refresh, signOutSession } from './tokens.ts'
import { challengeOf } from './transaction.ts'

/** HTTP Basic changes these characters unless id and secret are form-encoded first. */
const client = { clientId: 'learning:1', clientSecret: 'geheim + ß%:' }
const platform = { platform: 'student', product: 'learning' }

let standIn: StandIn
let options: FoyerOptions

before(async () => {
  standIn = await startStandIn({ ...platform, ...client })
  options = {
    ...platform,
    ...client,
    accountsUrl: standIn.accountsUrl,
    callbackUrl: 'http://localhost:4100/callback',
  }
})
after(() => standIn.close())
beforeEach(() => {
  Object.assign(standIn.now, { delayMs: 0, isSessionEnded: false, gatewayStatus: null })
  standIn.requests.length = 0
})

/** Visits Foyer like a browser, and returns the URL of the callback. */
async function visit(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'manual' })
  return response.headers.get('location') ?? ''
}

function failure(code: string, status?: number) {
  return (error: unknown) => {
    assert.ok(error instanceof FoyerError)
    assert.equal(error.code, code)
    if (status !== undefined) assert.equal(error.status, status)
    return true
  }
}

function exchanges(): number {
  return standIn.requests.filter((request) => request.endsWith('/codes/exchange')).length
}

test('finishSignIn returns the user, the session and the page to return to', async () => {
  const { url, transaction } = await startSignIn(options, { returnTo: '/library' })
  const requestUrl = await visit(url)
  const { session, user, returnTo } = await finishSignIn(options, { requestUrl, transaction })
  assert.equal(returnTo, '/library')
  assert.deepEqual(user, {
    uuid: standIn.now.user.uuid,
    email: 'asha@foyer.test',
    isEmailVerified: true,
    firstName: 'Asha',
    lastName: 'Rao',
    fullName: 'Asha Rao',
  })
  assert.equal(session.platform, 'student')
  assert.match(session.refreshToken, /^rt_/)
})

test('an email address counts as verified only if Foyer says so', async () => {
  const answering = async (isVerified: unknown) => {
    const { url, transaction } = await startSignIn(options)
    const requestUrl = await visit(url)
    const altered: FoyerOptions = {
      ...options,
      fetch: async (input, init) => {
        const text = await (await fetch(input, init)).text()
        return new Response(
          text.replaceAll('"is_email_verified":true', `"is_email_verified":${JSON.stringify(isVerified)}`),
        )
      },
    }
    return (await finishSignIn(altered, { requestUrl, transaction })).user.isEmailVerified
  }
  assert.equal(await answering(true), true)
  assert.equal(await answering(false), false)
  await assert.rejects(answering('true'), failure('bad-answer'))
})

test('an email address counts as unverified if Foyer does not say so', async () => {
  const { url, transaction } = await startSignIn(options)
  const requestUrl = await visit(url)
  const older: FoyerOptions = {
    ...options,
    fetch: async (input, init) => {
      const text = await (await fetch(input, init)).text()
      return new Response(text.replaceAll('"is_email_verified":true,', ''))
    },
  }
  const { user } = await finishSignIn(older, { requestUrl, transaction })
  assert.deepEqual([user.email, user.isEmailVerified], ['asha@foyer.test', false])
})

test('finishSignIn accepts a request URL without origin, as in node:http', async () => {
  const { url, transaction } = await startSignIn(options)
  const { pathname, search } = new URL(await visit(url))
  assert.equal((await finishSignIn(options, { requestUrl: pathname + search, transaction })).returnTo, '/')
})

test('a sign-in right after a sign-out uses a valid transaction', async () => {
  const { url, transaction } = await startSignOut(options, { returnTo: '/' })
  const { user } = await finishSignIn(options, { requestUrl: await visit(url), transaction })
  assert.equal(user.fullName, 'Asha Rao')
})

test('a callback of another sign-in is refused before anything is sent', async () => {
  const mine = await startSignIn(options)
  const attackersSignIn = await startSignIn(options)
  const requestUrl = await visit(attackersSignIn.url)
  const transactions = [mine.transaction, undefined, null, '', 'e30', '%%%', 'bnVsbA']
  for (const transaction of transactions) {
    await assert.rejects(finishSignIn(options, { requestUrl, transaction }), failure('state-mismatch'))
  }
  const doubled = `${requestUrl}&state=x`
  await assert.rejects(
    finishSignIn(options, { requestUrl: doubled, transaction: attackersSignIn.transaction }),
    failure('state-mismatch'),
  )
  const bare = { requestUrl: '/callback?code=ac_1', transaction: mine.transaction }
  await assert.rejects(finishSignIn(options, bare), failure('state-mismatch'))
  assert.equal(exchanges(), 0)
})

test('a callback without a code is refused', async () => {
  const { url, transaction } = await startSignIn(options)
  const requestUrl = new URL(await visit(url))
  requestUrl.searchParams.delete('code')
  await assert.rejects(finishSignIn(options, { requestUrl, transaction }), failure('code-missing'))
  assert.equal(exchanges(), 0)
})

test('a sign-in that took more than ten minutes is refused', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() - 601_000 })
  const { url, transaction } = await startSignIn(options)
  t.mock.timers.reset()
  const requestUrl = await visit(url)
  await assert.rejects(finishSignIn(options, { requestUrl, transaction }), failure('transaction-expired'))
})

test('a forged transaction redirects to no other site', async () => {
  const { url, transaction } = await startSignIn(options)
  const opened = JSON.parse(Buffer.from(transaction, 'base64url').toString()) as object
  const forged = Buffer.from(JSON.stringify({ ...opened, returnTo: '//evil' })).toString('base64url')
  const { returnTo } = await finishSignIn(options, { requestUrl: await visit(url), transaction: forged })
  assert.equal(returnTo, '/')
})

test('a code works once, with its own verifier, for its own client', async () => {
  const { url, transaction } = await startSignIn(options)
  const requestUrl = await visit(url)
  await finishSignIn(options, { requestUrl, transaction })
  await assert.rejects(finishSignIn(options, { requestUrl, transaction }), failure('code-invalid', 400))
  const code = new URL(await visit((await startSignIn(options)).url)).searchParams.get('code') ?? ''
  await assert.rejects(exchange(options, { code, codeVerifier: 'x'.repeat(43) }), failure('code-invalid'))
  const wrongClient = { ...options, clientSecret: 'wrong' }
  await assert.rejects(exchange(wrongClient, { code }), failure('client-unknown', 401))
})

test('the exchange sends the redirect URL of the sign-in, with its state and the query of the callback', async () => {
  const deep = { ...options, callbackUrl: 'http://localhost:4100/courses/7?site=2&q=two%20words' }
  const sent: unknown[] = []
  const watched: FoyerOptions = {
    ...deep,
    fetch: (input, init) => {
      sent.push(JSON.parse(String(init?.body)))
      return fetch(input, init)
    },
  }
  const { url, transaction } = await startSignIn(watched)
  await finishSignIn(watched, { requestUrl: await visit(url), transaction })
  const [{ redirect_url: redirectUrl }] = sent as [{ redirect_url: string }]
  assert.equal(redirectUrl, new URL(url).searchParams.get('redirect-url'))
})

test('a code is rejected for another redirect URL than that of the sign-in', async () => {
  const arrive = async () => {
    const { url, transaction } = await startSignIn(options)
    return { requestUrl: await visit(url), transaction }
  }
  const elsewhere = { ...options, callbackUrl: 'http://localhost:4100/other' }
  await assert.rejects(finishSignIn(elsewhere, await arrive()), failure('code-invalid', 400))

  const codeVerifier = 'v'.repeat(43)
  const { url } = await startSignIn(options)
  const departure = new URL(url)
  departure.searchParams.set('code_challenge', await challengeOf(codeVerifier))
  const mint = async () => new URL(await visit(departure.href)).searchParams.get('code') ?? ''
  const redirectUrl = departure.searchParams.get('redirect-url') ?? ''
  await assert.rejects(exchange(options, { code: await mint(), codeVerifier }), failure('code-invalid'))
  const { user } = await exchange(options, { code: await mint(), codeVerifier, redirectUrl })
  assert.equal(user.fullName, 'Asha Rao')
})

test('a call to a slow Foyer ends with no-answer after its time limit', async () => {
  standIn.now.delayMs = 60_000
  await assert.rejects(exchange({ ...options, timeoutMs: 200 }, { code: 'ac_1' }), failure('no-answer'))
})

test('an unreachable Foyer and a failing gateway give no-answer', async () => {
  standIn.now.gatewayStatus = 502
  await assert.rejects(exchange(options, { code: 'ac_1' }), failure('no-answer', 502))
  const unreachable = { ...options, accountsUrl: 'http://localhost:1' }
  await assert.rejects(exchange(unreachable, { code: 'ac_1' }), failure('no-answer'))
})

test('an answer of another protocol gives bad-answer', async () => {
  const answering = (body: string, status = 200) => ({
    ...options,
    fetch: async () => new Response(body, { status }),
  })
  for (const body of ['', '<html>', '[]', '{"data":{}}', '{"data":{"session":{"access_token":1}}}']) {
    await assert.rejects(exchange(answering(body), { code: 'ac_1' }), failure('bad-answer'), body)
  }
  await assert.rejects(exchange(answering('<html>', 404), { code: 'ac_1' }), failure('bad-answer', 404))
})

test('an error carries field errors and the time to wait', async () => {
  const errors = { code: 'too-many-attempts', message: 'Wait.', field_errors: { code: ['Required'] } }
  const busy = {
    ...options,
    fetch: async () => Response.json({ errors }, { status: 429, headers: { 'retry-after': '7' } }),
  }
  await assert.rejects(exchange(busy, { code: 'ac_1' }), (error: FoyerError) => {
    assert.equal(error.message, 'Wait.')
    assert.deepEqual(error.fieldErrors, { code: ['Required'] })
    assert.equal(error.retryAfterSeconds, 7)
    return true
  })
})

test('a session of another platform is refused', async () => {
  const { url, transaction } = await startSignIn(options)
  const requestUrl = await visit(url)
  const school: FoyerOptions = {
    ...options,
    fetch: async (input, init) => {
      const text = await (await fetch(input, init)).text()
      return new Response(text.replaceAll('"student"', '"school"'))
    },
  }
  await assert.rejects(finishSignIn(school, { requestUrl, transaction }), failure('wrong-platform'))
})

test('a refresh with a wrong client secret is refused and does not use up the token', async () => {
  const { url, transaction } = await startSignIn(options)
  const { session } = await finishSignIn(options, { requestUrl: await visit(url), transaction })
  const refused = refresh({ ...options, clientSecret: 'wrong' }, session.refreshToken)
  await assert.rejects(refused, failure('client-unknown', 401))
  assert.ok(await refresh(options, session.refreshToken))
})

test('tokens are refreshed until the session has ended', async () => {
  const { url, transaction } = await startSignIn(options)
  const { session } = await finishSignIn(options, { requestUrl: await visit(url), transaction })
  const tokens = await refresh(options, session.refreshToken)
  assert.notEqual(tokens.refreshToken, session.refreshToken)
  standIn.now.isSessionEnded = true
  await assert.rejects(refresh(options, tokens.refreshToken), failure('session-ended', 401))
})

test('a platform ends its own session', async () => {
  await signOutSession(options, await standIn.signToken())
  assert.deepEqual(standIn.requests, ['POST /api/auth/logout'])
})

test('the stand-in drops a request whose body is not JSON and serves the next one', async () => {
  const send = () => fetch(`${standIn.accountsUrl}/api/auth/exchange`, { method: 'POST', body: '{' })
  await assert.rejects(send())
  await signOutSession(options, await standIn.signToken())
})
