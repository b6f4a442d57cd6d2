/** Tests that a sign-up repeated with its idempotency key creates one account and is always answered (N-31). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, describe, it } from 'node:test'
import { findBrowserSession } from '@foyer/contract/routes/browser-sessions'
import { logout, refreshToken } from '@foyer/contract/routes/sessions'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { boundsOf } from '../../kernel/db/connect.ts'
import { deleteOldIdempotencyKeys } from '../../kernel/limits/idempotency.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { mailedCode, tryCode } from '../otp/test-codes.ts'
import { countRows, freshAddress, rowsOf, solveAhead, trySignUp, trySolvedSignUp } from './test-sign-ups.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { trustedProxies: ['127.0.0.1'] } })
})
after(() => testApp.close())
afterEach(async () => {
  await sql`delete from users`.execute(testApp.services.db)
  await sql`delete from idempotency_keys`.execute(testApp.services.db)
})

const keyed = (key: string) => ({ ...freshAddress(), 'idempotency-key': key })
const sessionOf = ({ data }: { data: { accessToken: string } }) => decodeJwt(data.accessToken).sid
const oneSignUp = { ...rowsOf(1), idempotencyKeys: 1 }

/** Signs up with a new idempotency key. */
async function signUpKeyed() {
  const key = randomUUID()
  const first = await trySolvedSignUp(testApp, {}, keyed(key))
  assert.equal(first.status, 200)
  return { key, first }
}

describe('repeated sign-up', () => {
  it('creates one account and session for twenty sign-ups with the same key at once', async () => {
    const headers = keyed(randomUUID())
    const captcha = await solveAhead(testApp, 'sign_up', headers)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => trySignUp(testApp, { captcha }, headers)),
    )
    const seen = answers.map((answer) => {
      assert.equal(answer.status, 200, answer.text)
      const { accessToken: _, ...same } = answer.data
      return JSON.stringify({ ...same, session: sessionOf(answer) })
    })
    assert.equal(new Set(seen).size, 1)
    assert.deepEqual(await countRows(testApp), oneSignUp)
    const other = await trySignUp(testApp, { captcha, firstName: 'Aisha' }, headers)
    assert.deepEqual([other.status, other.code], [422, 'idempotency-key-reused'])
    assert.equal(other.message, 'This idempotency key was used for a different request.')
  })

  it('needs no captcha and no attempt for a repeated sign-up, on any device', async () => {
    const { key, first } = await signUpKeyed()
    for (let count = 0; count < 5; count += 1) {
      const again = await trySignUp(testApp, {}, { ...keyed(key), 'x-device-id': 'another-device' })
      assert.equal(sessionOf(again), sessionOf(first))
    }
  })

  it('answers a repeated sign-up a hundred times and remembers no more browsers', async () => {
    const { key } = await signUpKeyed()
    const codes: (string | undefined)[] = []
    for (let count = 0; count < 103; count += 1) codes.push((await trySignUp(testApp, {}, keyed(key))).code)
    assert.deepEqual(codes.slice(99), [undefined, ...Array(3).fill('too-many-attempts')])
    const { rows } = await sql`select from known_browsers`.execute(testApp.services.db)
    assert.equal(rows.length, 101)
  })

  it('answers a repeated sign-up with the current refresh token', async () => {
    const { key, first } = await signUpKeyed()
    const renewed = await testApp.call(refreshToken, { body: { refreshToken: first.data.refreshToken } })
    const again = await trySignUp(testApp, {}, keyed(key))
    assert.equal(again.data.refreshToken, renewed.data.refreshToken)
  })

  it('makes the browser of a repeated sign-up a known one', async () => {
    const { key, first } = await signUpKeyed()
    const again = await trySignUp(testApp, {}, keyed(key))
    const cookie = String(again.headers['set-cookie']).split(';')[0] ?? ''
    const more = { headers: { ...freshAddress(), cookie } }
    const { uuid, email } = first.data.user
    await tryCode(testApp, await mailedCode(testApp, { uuid, email: email ?? '' }, more), more)
    const own = { refreshToken: first.data.refreshToken }
    assert.equal(
      (await testApp.call(refreshToken, { body: own })).status,
      200,
      'the first session stays open',
    )
  })

  it('takes the browser of a repeated sign-up into a browser session', async () => {
    const { key } = await signUpKeyed()
    const again = await trySignUp(testApp, {}, keyed(key))
    const cookie = [again.headers['set-cookie']]
      .flat()
      .map((set) => String(set).split(';')[0])
      .join('; ')
    const { data } = await testApp.call(findBrowserSession, {}, { headers: { cookie } })
    assert.deepEqual(
      data.accounts.map(({ uuid }) => uuid),
      [again.data.user.uuid],
    )
  })

  it('answers email-taken to a repeated sign-up whose session has ended', async () => {
    const { key, first } = await signUpKeyed()
    await testApp.call(logout, {}, { token: first.data.accessToken })
    const again = await trySignUp(testApp, {}, keyed(key))
    assert.deepEqual([again.status, again.code], [400, 'email-taken'])
    assert.deepEqual(await countRows(testApp), oneSignUp)
  })

  it('stores neither key, body nor token of a sign-up in clear', async () => {
    const { key, first } = await signUpKeyed()
    assert.equal((await trySolvedSignUp(testApp, {}, keyed(randomUUID()))).code, 'email-taken')
    const { rows } = await sql<{
      row: string
    }>`select to_jsonb(k)::text as row from idempotency_keys k`.execute(testApp.services.db)
    assert.equal(rows.length, 1, 'the refused key is deleted')
    for (const value of [key, 'asha', 'lanterns', first.data.refreshToken])
      assert.ok(!JSON.stringify(rows).includes(value), value)
  })
})

describe('idempotency key of a sign-up', () => {
  it('refuses an idempotency key that is no UUID of version 4', async () => {
    for (const key of ['', 'x', `${randomUUID()}x`, '00000000-0000-1000-8000-000000000000']) {
      const answer = await trySignUp(testApp, {}, keyed(key))
      assert.deepEqual([answer.status, answer.code], [400, 'invalid-request'])
      assert.deepEqual(answer.fields, { idempotencyKey: ['Must be a UUID of version 4'] })
    }
    assert.deepEqual(await countRows(testApp), rowsOf(0))
  })

  it('frees an idempotency key when its request is refused', async () => {
    const key = randomUUID()
    assert.equal(
      (await trySolvedSignUp(testApp, { password1: 'password1' }, keyed(key))).code,
      'password-common',
    )
    assert.equal((await trySignUp(testApp, {}, keyed(key))).code, 'captcha-needed')
    assert.equal((await trySolvedSignUp(testApp, {}, keyed(key))).status, 200)
    assert.deepEqual(await countRows(testApp), oneSignUp)
  })

  it('writes no key for a request that a limit refuses', async () => {
    const strict = await openTestApp({ config: { trustedProxies: ['127.0.0.1'], limitsFactor: 0.01 } })
    const headers = freshAddress()
    assert.equal((await trySignUp(strict, {}, headers)).code, 'captcha-needed')
    // A write would wait for the lock, and the answer would then be 503.
    await strict.services.db.transaction().execute(async (trx) => {
      await sql`lock table idempotency_keys in share mode`.execute(trx)
      const refused = await trySignUp(strict, {}, { ...headers, 'idempotency-key': randomUUID() })
      assert.deepEqual([refused.status, refused.code], [429, 'too-many-attempts'])
    })
    await strict.close()
  })

  it('lets the next request with a key run when the first fails', async () => {
    const { db } = testApp.services
    const key = randomUUID()
    await sql`alter table sign_ups rename to away`.execute(db)
    const failing = trySolvedSignUp(testApp, {}, keyed(key))
    assert.equal((await failing).code, 'sign-up-failed')
    await sql`alter table away rename to sign_ups`.execute(db)
    assert.equal((await trySolvedSignUp(testApp, {}, keyed(key))).status, 200)
  })

  it('lets one of sixty requests with a key query the database at a time', async () => {
    const headers = keyed(randomUUID())
    const requestCount = 60
    const count = await testApp.countStatements(async () => {
      const answers = await Promise.all(
        Array.from({ length: requestCount }, () => trySignUp(testApp, {}, headers)),
      )
      for (const { code } of answers) assert.equal(code, 'captcha-needed')
    })
    assert.ok(count < 8 * requestCount, `${count} statements`)
  })

  it('takes over the key of a request that hangs and refuses its late write', async (t) => {
    const { hasher, db } = testApp.services
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>()
    const { promise: isHashing, resolve: hashing } = Promise.withResolvers<void>()
    const hash = hasher.hash.bind(hasher)
    const held = t.mock.method(hasher, 'hash', async (password: string) => {
      hashing()
      await mayGoOn
      return hash(password)
    })
    const key = randomUUID()
    const slow = trySolvedSignUp(testApp, {}, keyed(key))
    await isHashing
    held.mock.restore()
    await sql`update idempotency_keys set claimed_at = claimed_at - make_interval(secs => ${boundsOf(db).earlierRequestsMs / 1000})`.execute(
      db,
    )
    const next = await trySolvedSignUp(testApp, {}, keyed(key))
    assert.equal(next.status, 200)
    goOn()
    assert.notEqual((await slow).status, 200)
    assert.deepEqual(await countRows(testApp), oneSignUp)
    assert.equal(sessionOf(await trySignUp(testApp, {}, keyed(key))), sessionOf(next))
  })

  it('frees an expired idempotency key before the cleanup deletes it', async () => {
    const { db } = testApp.services
    const { key } = await signUpKeyed()
    assert.equal(await deleteOldIdempotencyKeys(db, 100), 0)
    await sql`update idempotency_keys set expires_at = clock_timestamp() - interval '1 second'`.execute(db)
    assert.equal((await trySolvedSignUp(testApp, { email: 'other@example.com' }, keyed(key))).status, 200)
    await sql`update idempotency_keys set expires_at = clock_timestamp() - interval '1 second'`.execute(db)
    assert.equal(await deleteOldIdempotencyKeys(db, 100), 1)
  })
})
