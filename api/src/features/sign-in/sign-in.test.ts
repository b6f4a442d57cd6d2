/** Proves N-10, N-15 of docs/security-tests.md. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { findUser, login } from '@foyer/contract/routes/sign-in'
import { Failure } from '../../kernel/failure.ts'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

describe('sign-in by password', () => {
  it('opens a session for the right password', async () => {
    const { uuid, email } = await testApp.makeUser()
    const { status, data } = await testApp.call(login, {
      query: { platform: 'learning-web' },
      body: { uuid, password: rightPassword, product: 'learning', platform: 'student' },
    })
    assert.equal(status, 200)
    assert.equal(data.platform, 'student')
    assert.deepEqual(data.user, {
      uuid,
      email,
      isEmailVerified: true,
      firstName: 'Asha',
      lastName: 'Rao',
      fullName: 'Asha Rao',
    })
    assert.match(data.refreshToken, /^rt_/)
  })

  it('accepts an email instead of an id', async () => {
    const { email } = await testApp.makeUser({ platforms: ['school'] })
    const { status, data } = await testApp.call(login, {
      body: { email: email.toUpperCase(), password: rightPassword, product: 'school' },
    })
    assert.equal(status, 200)
    assert.equal(data.platform, 'school')
  })

  it('omits a missing last name from the full name', async () => {
    const { uuid } = await testApp.makeUser({ lastName: null })
    const { data } = await testApp.call(login, {
      body: { uuid, password: rightPassword, product: 'learning' },
    })
    assert.equal(data.user.fullName, 'Asha')
  })

  it('refuses wrong password, unknown user and an account without a password with the same message', async () => {
    const { uuid, email } = await testApp.makeUser()
    const none = await testApp.makeUser({ password: null })
    const byId = [
      { uuid, password: 'wrong', product: 'learning' as const },
      { uuid: 'c8a7d5e2-3f10-4b6c-9d2e-1a2b3c4d5e6f', password: rightPassword, product: 'learning' as const },
      { uuid, password: 'wrong', product: 'internal' as const },
      { uuid, password: 'wrong', product: 'learning' as const, platform: 'professor' as const },
      { uuid: none.uuid, password: rightPassword, product: 'learning' as const },
    ]
    const byEmail = [
      { email, password: 'wrong', product: 'learning' as const },
      { email: 'nobody@example.com', password: rightPassword, product: 'learning' as const },
      { email: none.email, password: rightPassword, product: 'learning' as const },
    ]
    for (const [refused, sentence] of [
      [byId, 'That password isn’t right. Try again or reset it.'],
      [byEmail, 'Email or password is wrong.'],
    ] as const) {
      const answers = await Promise.all(refused.map((body) => testApp.call(login, { body })))
      for (const answer of answers) {
        assert.equal(answer.status, 400)
        assert.equal(answer.detail ?? answer.message, sentence)
        assert.equal(answer.text, answers[0]?.text)
      }
    }
  })

  it('opens the default platform of a product first, then the first in table order', async () => {
    const both = await testApp.makeUser({ platforms: ['professor', 'student'] })
    const staff = await testApp.makeUser({ platforms: ['iqa', 'professor'] })
    const platformOf = async (uuid: string) =>
      (await testApp.call(login, { body: { uuid, password: rightPassword, product: 'learning' } })).data
        .platform
    assert.equal(await platformOf(both.uuid), 'student')
    assert.equal(await platformOf(staff.uuid), 'professor')
  })

  it('accepts a password in any Unicode composition', async () => {
    const { uuid } = await testApp.makeUser({ password: 'café Ångström' })
    const body = { uuid, password: 'cafe\u0301 A\u030angstro\u0308m', product: 'learning' as const }
    assert.equal((await testApp.call(login, { body })).status, 200)
  })

  it('refuses even the right password after five wrong ones, for unknown users too', async () => {
    const { uuid } = await testApp.makeUser()
    for (const subject of [{ uuid }, { email: 'nobody-at-all@example.com' }]) {
      const body = { ...subject, password: 'wrong', product: 'learning' as const }
      for (let guess = 0; guess < 5; guess += 1)
        assert.equal((await testApp.call(login, { body })).status, 400)
      const locked = await testApp.call(login, { body: { ...body, password: rightPassword } })
      assert.equal(locked.status, 429)
      const seconds = Number(locked.headers['retry-after'])
      assert.ok(seconds > 20 && seconds <= 30, `${seconds}`)
      assert.equal(locked.message, `Too many attempts. Please try again in ${seconds} seconds.`)
    }
  })

  it('checks at most five of thirty wrong passwords at once', async () => {
    const { uuid } = await testApp.makeUser()
    const body = { uuid, password: 'wrong', product: 'learning' as const }
    const answers = await Promise.all(Array.from({ length: 30 }, () => testApp.call(login, { body })))
    assert.equal(answers.filter((answer) => answer.status === 400).length, 5)
    assert.equal(answers.filter((answer) => answer.status === 429).length, 25)
  })

  it('resets the lockout after a right password', async () => {
    const { uuid } = await testApp.makeUser()
    const wrong = { uuid, password: 'wrong', product: 'learning' as const }
    const right = { ...wrong, password: rightPassword }
    for (let guess = 0; guess < 4; guess += 1) await testApp.call(login, { body: wrong })
    assert.equal((await testApp.call(login, { body: right })).status, 200)
    for (let guess = 0; guess < 4; guess += 1) await testApp.call(login, { body: wrong })
    assert.equal((await testApp.call(login, { body: right })).status, 200)
  })

  it('refuses a disabled user like a wrong password', async () => {
    const { uuid } = await testApp.makeUser()
    const { db } = testApp.services
    await db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', uuid).execute()
    const answer = await testApp.call(login, { body: { uuid, password: rightPassword, product: 'learning' } })
    assert.equal(answer.code, 'wrong-credentials')
  })

  it('replaces a hash with older parameters at the next sign-in', async () => {
    const { uuid } = await testApp.makeUser()
    const { db } = testApp.services
    const stored = () =>
      db.selectFrom('credentials').select('hash').where('userId', '=', uuid).executeTakeFirstOrThrow()
    const { createHasher } = await import('../../identity/credentials/password-hashing.ts')
    const older = createHasher({ ...testApp.services.config.hashing, memoryKib: 32 })
    const hash = await older.hash(rightPassword)
    await db.updateTable('credentials').set({ hash }).where('userId', '=', uuid).execute()
    const answer = await testApp.call(login, { body: { uuid, password: rightPassword, product: 'learning' } })
    assert.equal(answer.status, 200)
    assert.match((await stored()).hash, /m=64,t=1,p=1/)
  })

  it('counts wrong passwords alike whether or not the user exists in another product', async () => {
    const schoolUser = await testApp.makeUser({ platforms: ['school'] })
    for (const email of [schoolUser.email, 'nobody-here@example.com']) {
      const { uuid } = (await testApp.call(findUser, { body: { userId: email, product: 'internal' } })).data
      const body = { password: 'wrong', product: 'internal' as const }
      for (let guess = 0; guess < 5; guess += 1) await testApp.call(login, { body: { ...body, uuid } })
      assert.equal((await testApp.call(login, { body: { ...body, email } })).status, 429, email)
    }
  })

  it('does not count a password that was never checked', async () => {
    const ownApp = await openTestApp()
    const { uuid } = await ownApp.makeUser()
    const body = { uuid, password: rightPassword, product: 'learning' as const }
    const { hasher } = ownApp.services
    const { verify } = hasher
    hasher.verify = () => Promise.reject(new Failure('overloaded', { waitSeconds: 2 }))
    for (let guess = 0; guess < 8; guess += 1) assert.equal((await ownApp.call(login, { body })).status, 503)
    hasher.verify = verify
    assert.equal((await ownApp.call(login, { body })).status, 200)
    await ownApp.close()
  })

  it('refuses look-alike spellings of an address and accepts full-width letters', async () => {
    const { email } = await testApp.makeUser({ email: 'victim@example.com' })
    const domain = email.split('@')[1]
    for (const other of [
      `victim@${domain}/evil.host`,
      `victim@${domain}?x.yy`,
      `victim@${domain}#x.yy`,
      'victim@ex%61mple.com',
      'victim@0x7f.00.00.01',
    ]) {
      const answer = await testApp.call(login, {
        body: { email: other, password: rightPassword, product: 'learning' },
      })
      assert.equal(answer.status, 400, other)
      const lookedUp = await testApp.call(findUser, { body: { userId: other, product: 'learning' } })
      assert.equal(lookedUp.status, 400, other)
    }
    const folded = await testApp.call(login, {
      body: { email: 'ＶＩＣＴＩＭ@example.com', password: rightPassword, product: 'learning' },
    })
    assert.equal(folded.status, 200, 'full-width letters fold to the same key')
  })

  it('accepts exactly one of uuid and email', async () => {
    const { uuid, email } = await testApp.makeUser()
    const both = await testApp.call(login, { body: { uuid, email, password: 'x', product: 'learning' } })
    const neither = await testApp.call(login, { body: { password: 'x', product: 'learning' } })
    assert.deepEqual([both.status, neither.status], [400, 400])
  })

  it('writes an audit event without the password for every attempt', async () => {
    const { uuid } = await testApp.makeUser()
    await testApp.call(login, { body: { uuid, password: 'canary-of-a-password', product: 'learning' } })
    const events = await testApp.services.db
      .selectFrom('auditEvents')
      .selectAll()
      .where('userId', '=', uuid)
      .execute()
    assert.deepEqual(
      events.map((event) => event.event),
      ['sign-in-refused'],
    )
    assert.doesNotMatch(JSON.stringify(events), /canary/)
  })
})
