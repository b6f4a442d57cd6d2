/** A sign-up that is sent again with its key: once made, always answered, never twice. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, describe, it } from 'node:test'
import { idempotencyWaitMs } from '@foyer/contract/limits'
import { logout, refreshToken } from '@foyer/contract/routes/sessions'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { deleteOldIdempotencyKeys } from '../limits/idempotency.ts'
import { mailedCode, tryCode } from '../otp/test-codes.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { apply, applySolved, countMade, freshAddress, made, solveAhead } from './test-applicants.ts'

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
const one = { ...made(1), idempotencyKeys: 1 }

/** Whoever signed up, with the key they did it with. */
async function signUpKeyed() {
  const key = randomUUID()
  const first = await applySolved(testApp, {}, keyed(key))
  assert.equal(first.status, 200)
  return { key, first }
}

describe('a sign-up sent again with its key', () => {
  it('twenty times at once makes one account, and every answer is of its one session', async () => {
    const headers = keyed(randomUUID())
    const captcha = await solveAhead(testApp, 'sign_up', headers)
    const answers = await Promise.all(Array.from({ length: 20 }, () => apply(testApp, { captcha }, headers)))
    const seen = answers.map((answer) => {
      assert.equal(answer.status, 200, answer.text)
      const { accessToken: _, ...same } = answer.data
      return JSON.stringify({ ...same, session: sessionOf(answer) })
    })
    assert.equal(new Set(seen).size, 1)
    assert.deepEqual(await countMade(testApp), one)
    const other = await apply(testApp, { captcha, firstName: 'Aisha' }, headers)
    assert.deepEqual([other.status, other.code], [422, 'idempotency-key-reused'])
    assert.equal(other.message, 'This idempotency key was used for a different request.')
  })

  it('costs no puzzle and no try, from whatever device', async () => {
    const { key, first } = await signUpKeyed()
    for (let count = 0; count < 5; count += 1) {
      const again = await apply(testApp, {}, { ...keyed(key), 'x-device-id': 'a-device-of-somebody' })
      assert.equal(sessionOf(again), sessionOf(first))
    }
  })

  it('is answered a hundred times, and makes no more browsers known than that', async () => {
    const { key } = await signUpKeyed()
    const codes: (string | undefined)[] = []
    for (let count = 0; count < 103; count += 1) codes.push((await apply(testApp, {}, keyed(key))).code)
    assert.deepEqual(codes.slice(99), [undefined, ...Array(3).fill('too-many-attempts')])
    const { rows } = await sql`select from known_devices`.execute(testApp.services.db)
    assert.equal(rows.length, 101)
  })

  it('answers with the refresh token that is good now', async () => {
    const { key, first } = await signUpKeyed()
    const renewed = await testApp.call(refreshToken, { body: { refreshToken: first.data.refreshToken } })
    const again = await apply(testApp, {}, keyed(key))
    assert.equal(again.data.refreshToken, renewed.data.refreshToken)
  })

  it('makes its browser a known one, whose cookie the lost answer carried', async () => {
    const { key, first } = await signUpKeyed()
    const again = await apply(testApp, {}, keyed(key))
    const cookie = String(again.headers['set-cookie']).split(';')[0] ?? ''
    const more = { headers: { ...freshAddress(), cookie } }
    const { uuid, email } = first.data.user
    await tryCode(testApp, await mailedCode(testApp, { uuid, email: email ?? '' }, more), more)
    const own = { refreshToken: first.data.refreshToken }
    assert.equal((await testApp.call(refreshToken, { body: own })).status, 200, 'nobody was put out')
  })

  it('after its session has ended is told that the account is there', async () => {
    const { key, first } = await signUpKeyed()
    await testApp.call(logout, {}, { token: first.data.accessToken })
    const again = await apply(testApp, {}, keyed(key))
    assert.deepEqual([again.status, again.code], [400, 'email-taken'])
    assert.deepEqual(await countMade(testApp), one)
  })

  it('reads no other key, and leaves neither key, body nor token in the database', async () => {
    const { key, first } = await signUpKeyed()
    assert.equal((await applySolved(testApp, {}, keyed(randomUUID()))).code, 'email-taken')
    const { rows } = await sql<{
      row: string
    }>`select to_jsonb(k)::text as row from idempotency_keys k`.execute(testApp.services.db)
    assert.equal(rows.length, 1, 'the refused one is gone')
    for (const value of [key, 'asha', 'lanterns', first.data.refreshToken])
      assert.ok(!JSON.stringify(rows).includes(value), value)
  })
})

describe('a key', () => {
  it('must be a UUID', async () => {
    for (const key of ['', 'x', `${randomUUID()}x`, '00000000-0000-1000-8000-000000000000']) {
      const answer = await apply(testApp, {}, keyed(key))
      assert.deepEqual([answer.status, answer.code], [400, 'invalid-request'])
      assert.deepEqual(answer.fields, { idempotencyKey: ['Must be a UUID of version 4'] })
    }
    assert.deepEqual(await countMade(testApp), made(0))
  })

  it('is free again for another body when its request was refused', async () => {
    const key = randomUUID()
    assert.equal((await applySolved(testApp, { password1: 'password1' }, keyed(key))).code, 'password-common')
    assert.equal((await apply(testApp, {}, keyed(key))).code, 'captcha-needed')
    assert.equal((await applySolved(testApp, {}, keyed(key))).status, 200)
    assert.deepEqual(await countMade(testApp), one)
  })

  it('passes on to the next of its twins when the first fails', async () => {
    const { db } = testApp.services
    const key = randomUUID()
    await sql`alter table sign_ups rename to away`.execute(db)
    const failing = applySolved(testApp, {}, keyed(key))
    assert.equal((await failing).code, 'sign-up-failed')
    await sql`alter table away rename to sign_ups`.execute(db)
    assert.equal((await applySolved(testApp, {}, keyed(key))).status, 200)
  })

  it('is asked for in the database by one of its twins at a time, however many are refused', async () => {
    const headers = keyed(randomUUID())
    const twins = 60
    const count = await testApp.countStatements(async () => {
      const answers = await Promise.all(Array.from({ length: twins }, () => apply(testApp, {}, headers)))
      for (const { code } of answers) assert.equal(code, 'captcha-needed')
    })
    assert.ok(count < 8 * twins, `${count} statements`)
  })

  it('of a request whose process died is taken over, and who was only slow comes too late', async (t) => {
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
    const slow = applySolved(testApp, {}, keyed(key))
    await isHashing
    held.mock.restore()
    await sql`update idempotency_keys set claimed_at = claimed_at - make_interval(secs => ${idempotencyWaitMs / 1000})`.execute(
      db,
    )
    const next = await applySolved(testApp, {}, keyed(key))
    assert.equal(next.status, 200)
    goOn()
    assert.notEqual((await slow).status, 200)
    assert.deepEqual(await countMade(testApp), one)
    assert.equal(sessionOf(await apply(testApp, {}, keyed(key))), sessionOf(next))
  })

  it('is kept for a day, then cleared away, and may be used anew before that', async () => {
    const { db } = testApp.services
    const { key } = await signUpKeyed()
    assert.equal(await deleteOldIdempotencyKeys(db, 100), 0)
    await sql`update idempotency_keys set expires_at = clock_timestamp() - interval '1 second'`.execute(db)
    assert.equal((await applySolved(testApp, { email: 'other@example.com' }, keyed(key))).status, 200)
    await sql`update idempotency_keys set expires_at = clock_timestamp() - interval '1 second'`.execute(db)
    assert.equal(await deleteOldIdempotencyKeys(db, 100), 1)
  })
})
