/**
 * Tests what a sign-up creates, its refusals and their messages, and that a sign-up creates everything or nothing
 * (N-31, N-32, N-33, N-35).
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { platformRow, platforms } from '@foyer/contract/platforms'
import { createCode } from '@foyer/contract/routes/handover'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { openFaultProxy } from '../../../../bench/faults/installation/fault-proxy.ts'
import { Failure } from '../../kernel/failure.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { countRows, freshAddress, goodPassword, rowsOf, trySignUp } from './test-sign-ups.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', trustedProxies: ['127.0.0.1'] } })
})
after(() => testApp.close())
afterEach(() => sql`delete from users`.execute(testApp.services.db))

const taken = 'account with this email already exists'

async function eventsOf(userId: string | null): Promise<string[]> {
  const { rows } = await sql<{ event: string }>`
    select event from audit_events where user_id is not distinct from ${userId} order by id`.execute(
    testApp.services.db,
  )
  return rows.map(({ event }) => event)
}

describe('sign-up', () => {
  it('creates an account with a valid session and password', async () => {
    const { status, data, headers } = await trySignUp(testApp, {
      firstName: ' Asha ',
      email: ' Asha.Rao@Example.com ',
      source: 'spring-fair',
      utmParams: { utmSource: 'newsletter', utmCampaign: 'spring' },
    })
    assert.equal(status, 200)
    const { uuid, ...user } = data.user
    const email = 'Asha.Rao@example.com'
    assert.deepEqual(user, {
      email,
      isEmailVerified: false,
      firstName: 'Asha',
      lastName: 'Rao',
      fullName: 'Asha Rao',
    })
    assert.equal(data.platform, 'student')
    assert.match(String(headers['set-cookie']), /^kd=/)
    assert.deepEqual(await countRows(testApp), rowsOf(1))
    const token = data.accessToken
    assert.equal((await testApp.call(createCode, { body: { platform: 'student' } }, { token })).status, 200)
    const body = { email: 'asha.rao@example.com', password: goodPassword, product: 'learning' } as const
    assert.equal((await testApp.call(login, { body })).data.user.uuid, uuid)
    assert.deepEqual((await eventsOf(uuid)).slice(0, 2), ['sign-in', 'signed-up'])
  })

  it('stores the source of a sign-up and that its address is unproven', async () => {
    const { data } = await trySignUp(testApp, {
      platform: 'student',
      source: 'spring-fair',
      utmParams: { utmSource: 'newsletter' },
    })
    const { rows } = await sql`
      select emails.key, emails.provenance as email, verified_at, credentials.provenance as password,
        memberships.provenance as membership, sign_ups.platform, source, utm, sessions.amr
      from emails join credentials using (user_id) join memberships using (user_id) join sign_ups using (user_id)
        join sessions using (user_id) where user_id = ${data.user.uuid}`.execute(testApp.services.db)
    assert.deepEqual(rows, [
      {
        key: 'asha@example.com',
        email: 'self_unverified',
        verifiedAt: null,
        password: 'self_unverified',
        membership: 'sign_up',
        platform: 'student',
        source: 'spring-fair',
        utm: { utmSource: 'newsletter' },
        amr: ['pwd'],
      },
    ])
  })

  it('stores an empty last name as none', async () => {
    for (const [index, lastName] of ['', '  ', null].entries()) {
      const { data } = await trySignUp(testApp, { lastName, email: `asha${index}@example.com` })
      assert.deepEqual([data.user.lastName, data.user.fullName], [null, 'Asha'])
    }
  })

  it('keeps a password with spaces, over 64 characters or from any keyboard unchanged', async () => {
    const passwords = [
      '  two  worlds  ',
      'a2 '.repeat(22),
      'ｎｉｎｅ　ｇｒｅｅｎ ｌａｎｔｅｒｎｓ',
      'pa\u0301ssi\u0301ng shi\u0301ps',
    ]
    for (const [index, password1] of passwords.entries()) {
      const email = `keeps${index}@example.com`
      assert.equal((await trySignUp(testApp, { email, password1 })).status, 200, password1)
      const product = 'learning' as const
      for (const password of [password1, password1.normalize('NFKC')])
        assert.equal((await testApp.call(login, { body: { email, password, product } })).status, 200)
      const trimmed = await testApp.call(login, { body: { email, password: password1.trim(), product } })
      assert.equal(trimmed.status, password1 === password1.trim() ? 200 : 400)
    }
  })
})

describe('refused sign-up', () => {
  it('refuses a sign-up with the email of an account in any spelling', async () => {
    await trySignUp(testApp, { email: 'asha@bücher.example' })
    const written = ['ASHA@Bücher.example', ' asha@xn--bcher-kva.example ', 'ａｓｈａ@bücher.example']
    for (const email of written) {
      const answer = await trySignUp(testApp, { email })
      assert.deepEqual([answer.status, answer.code, answer.message], [400, 'email-taken', taken], email)
      assert.deepEqual(answer.fields, { email: [taken] })
      assert.equal(answer.headers['set-cookie'], undefined)
    }
    assert.deepEqual(await countRows(testApp), rowsOf(1))
    assert.equal((await eventsOf(null)).at(-1), 'sign-up-refused')
  })

  it('refuses a sign-up with an invalid email', async () => {
    const emails = [
      'a＠b.com',
      'a@b.com\r\nBcc:x',
      'a@b.com\nx',
      '"a"@b.com',
      '<a@b.com>',
      'a@b',
      'a@1.2.3.44',
    ]
    for (const email of [...emails, `${'x'.repeat(250)}@b.com`, 'a\u200b@b.com']) {
      const answer = await trySignUp(testApp, { email })
      assert.deepEqual([answer.status, answer.code], [400, 'invalid-request'], email)
      assert.deepEqual(Object.keys(answer.fields), ['email'])
    }
    assert.deepEqual(await countRows(testApp), rowsOf(0))
  })

  it('refuses a sign-up on every platform that is not open to it and creates nothing', async () => {
    const closed = platforms.filter((platform) => platformRow(platform).signUp !== 'open')
    assert.ok(closed.includes('school') && closed.includes('olympiadPartner') && closed.length > 10)
    for (const platform of closed) {
      const { status, code } = await trySignUp(testApp, { platform })
      assert.deepEqual([status, code], [403, 'no-access'], platform)
    }
    assert.deepEqual(await countRows(testApp), rowsOf(0))
  })

  it('answers a sentence at each wrong field of a sign-up', async () => {
    const cases: [Parameters<typeof trySignUp>[1], Record<string, string[]>][] = [
      [{ firstName: '  ' }, { firstName: ['Required'] }],
      [{ firstName: 'x'.repeat(65) }, { firstName: ['Length cannot be greater than 64'] }],
      [{ lastName: 'x'.repeat(65) }, { lastName: ['Length cannot be greater than 64'] }],
      [{ password1: 'short' }, { password1: ['Password must have at least 8 characters'] }],
      [{ password2: 'another one' }, { password2: ['The passwords do not match'] }],
      [{ source: ' ' }, { source: ['Required'] }],
      [{ tokenType: 2 as never }, { tokenType: ['Must be 1'] }],
      [{ platform: 'moon' as never }, { platform: ['Unknown platform'] }],
    ]
    for (const [more, fields] of cases) assert.deepEqual((await trySignUp(testApp, more)).fields, fields)
  })

  it('refuses a sign-up with a weak password before hashing it', async (t) => {
    const hash = t.mock.method(testApp.services.hasher, 'hash')
    const cases = [
      ['password1', 'password-common', 'This password is too common. Choose one that is harder to guess.'],
      ['Asha Rao 99', 'password-personal', 'Don’t use your name, your email or ours in the password.'],
      ['asha@example.com', 'password-personal', undefined],
      ['Foyer2026!', 'password-personal', undefined],
    ] as const
    for (const [password1, expected, sentence] of cases) {
      const { status, code, message, fields } = await trySignUp(testApp, { password1 })
      assert.deepEqual([status, code], [400, expected], password1)
      if (sentence) assert.deepEqual([message, fields], [sentence, { password1: [sentence] }])
    }
    assert.equal(hash.mock.callCount(), 0)
    assert.deepEqual(await countRows(testApp), rowsOf(0))
  })

  it('refuses a sign-up with fields that would raise privileges', async () => {
    for (const extra of ['role', 'isAdmin', 'emailVerified', 'uuid', 'provenance', 'platforms']) {
      const answer = await trySignUp(testApp, { [extra]: 'true' })
      assert.deepEqual([answer.status, answer.fields], [400, { [extra]: ['Unknown field'] }])
    }
    for (const extra of ['role', 'utm_id']) {
      const utmParams = { utmSource: 'x', [extra]: 'y' }
      assert.equal((await trySignUp(testApp, { utmParams })).status, 400)
    }
    assert.deepEqual(await countRows(testApp), rowsOf(0))
  })
})

describe('concurrent sign-ups of one email', () => {
  it('creates one account for twenty sign-ups with spellings of one email at once', async () => {
    const local = 'parallel'
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const mixed = [...local].map((letter, at) => ((index >> at) & 1 ? letter.toUpperCase() : letter))
        return trySignUp(testApp, { email: `${mixed.join('')}@example.com`, firstName: `Asha ${index}` })
      }),
    )
    const [winner, ...others] = answers.toSorted((a, b) => a.status - b.status)
    assert.equal(winner?.status, 200)
    for (const { status, code, fields } of others)
      assert.deepEqual([status, code, fields], [400, 'email-taken', { email: [taken] }])
    assert.deepEqual(await countRows(testApp), rowsOf(1))
  })
})

describe('cost of a sign-up', () => {
  it('hashes once for a known email as for an unknown one and runs no more statements', async (t) => {
    const hash = t.mock.method(testApp.services.hasher, 'hash')
    const unknown = await testApp.countStatements(() => trySignUp(testApp, { email: 'new@example.com' }))
    const known = await testApp.countStatements(() => trySignUp(testApp, { email: 'new@example.com' }))
    assert.equal(hash.mock.callCount(), 2)
    assert.ok(known <= unknown, `${known} ${unknown}`)
  })
})

describe('failing sign-up', () => {
  it('rolls back a sign-up that fails in any table', async () => {
    const { db } = testApp.services
    for (const table of ['memberships', 'sign_ups', 'sessions', 'audit_events']) {
      await sql`alter table ${sql.table(table)} rename to away`.execute(db)
      const answer = await trySignUp(testApp)
      await sql`alter table away rename to ${sql.table(table)}`.execute(db)
      const message = 'Error signing up. Please refresh the page and try again'
      assert.deepEqual([answer.status, answer.code, answer.message], [500, 'sign-up-failed', message], table)
    }
    assert.deepEqual(await countRows(testApp), rowsOf(0))
    assert.equal((await trySignUp(testApp)).status, 200)
  })

  it('answers a sign-up with 503 and Retry-After while the database is unreachable', async (t) => {
    let proxy: Awaited<ReturnType<typeof openFaultProxy>> | undefined
    const own = await openTestApp({
      config: { captcha: 'off' },
      database: {
        reach: async (server) => {
          proxy = await openFaultProxy({ path: `${server.host}/.s.PGSQL.${server.port}` })
          return { ...server, host: '127.0.0.1', port: proxy.port }
        },
      },
    })
    t.after(async () => {
      await own.close()
      await proxy?.close()
    })
    proxy?.set({ kind: 'reset' })
    const key = { 'idempotency-key': randomUUID() }
    for (const headers of [{}, key]) {
      const answer = await trySignUp(own, {}, headers)
      assert.deepEqual([answer.status, answer.code], [503, 'overloaded'])
      assert.ok(answer.headers['retry-after'])
    }
    proxy?.set({ kind: 'none' })
    while ((await own.app.inject('/health/ready')).statusCode !== 200) await sleep(50)
    assert.deepEqual(await countRows(own), rowsOf(0))
    assert.equal((await trySignUp(own, {}, key)).status, 200)
  })

  it('answers a sign-up with 503 while too many passwords are hashed', async (t) => {
    t.mock.method(testApp.services.hasher, 'hash', async () => {
      throw new Failure('overloaded', { waitSeconds: 2 })
    })
    assert.equal((await trySignUp(testApp, {}, freshAddress())).status, 503)
    assert.deepEqual(await countRows(testApp), rowsOf(0))
  })
})
