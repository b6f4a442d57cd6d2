/** Tests that all spellings of an address lead to one account, and mail goes to the normalised address (N-37, N-38). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { forgotPassword } from '@foyer/contract/routes/password-links'
import { findUser, login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { InvitationError, invite } from '../accounts/invitations.ts'
import { codeTo, mailCode, tryCode } from '../otp/test-codes.ts'
import { countRows, goodPassword, trySignUp } from './test-sign-ups.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

const fullWidth = 'ｖictim@ＥＸＡＭＰＬＥ.com'
const plain = 'victim@example.com'

function signIn(email: string, password = goodPassword) {
  return testApp.call(login, { body: { email, password, product: 'learning' } })
}

async function recipients(): Promise<string[]> {
  return (await testApp.services.outbox.recent(testApp.services.db, 100)).map(({ to }) => to)
}

describe('full-width address', () => {
  it('stores, shows and mails a full-width address in its normalised form', async () => {
    const { status, data } = await trySignUp(testApp, { email: fullWidth })
    assert.deepEqual([status, data.user.email], [200, plain])
    await testApp.call(forgotPassword, { body: { email: fullWidth, product: 'learning' } })
    const { data: challenge } = await mailCode(testApp, data.user.uuid)
    const entered = await tryCode(testApp, { token: challenge.token, otp: await codeTo(testApp, plain) })
    assert.equal(entered.data.user.email, plain)
    assert.deepEqual([...new Set(await recipients())], [plain])
  })

  it('treats full-width and plain spelling as the same account', async () => {
    for (const email of [plain, fullWidth])
      assert.equal((await trySignUp(testApp, { email })).code, 'email-taken')
  })

  it('invites a full-width address in its normalised form', async () => {
    const invited = await invite(testApp.services, {
      email: 'ｎew@ｅxample.com',
      platform: 'professor',
      isBeta: false,
    })
    assert.equal(invited.mailedTo, 'new@example.com')
    assert.ok((await recipients()).includes('new@example.com'))
  })
})

describe('look-alike address', () => {
  const bad = [
    ['vic\u200btim@example.com', /hidden character/],
    ['vic\u3164tim@example.com', /hidden character/],
    ['vіctim@example.com', /different alphabets/],
    ['раураӏ@example.com', /look like others/],
  ] as const

  it('refuses a sign-up with a look-alike address and creates nothing', async () => {
    const before = await countRows(testApp)
    for (const [email, sentence] of bad) {
      const answer = await trySignUp(testApp, { email })
      assert.deepEqual([answer.status, Object.keys(answer.fields)], [400, ['email']])
      assert.match(answer.fields.email?.[0] ?? '', sentence)
    }
    assert.deepEqual(await countRows(testApp), before)
  })

  it('refuses to invite a look-alike address', async () => {
    for (const [email, sentence] of bad)
      await assert.rejects(
        invite(testApp.services, { email, platform: 'professor', isBeta: false }),
        (error) => error instanceof InvitationError && sentence.test(error.message),
      )
  })

  it('lets an old account with a look-alike address sign in and be invited', async () => {
    const email = 'раураӏ@example.com'
    const { uuid } = await testApp.makeUser({ email })
    assert.equal((await signIn(email, rightPassword)).data.user.uuid, uuid)
    const invited = await invite(testApp.services, { email, platform: 'professor', isBeta: false })
    assert.equal(invited.userId, uuid)
  })
})

describe('Greek sigma in addresses', () => {
  const forms = ['νικος.παπας@example.gr', 'νικοσ.παπασ@example.gr', 'ΝΙΚΟΣ.ΠΑΠΑΣ@example.gr'] as const

  it('creates one account for ten sign-ups with either form of sigma at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, turn) => trySignUp(testApp, { email: forms[turn % 3] ?? '' })),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.equal(answers.filter(({ code }) => code === 'email-taken').length, 9)
    const uuid = answers.find(({ status }) => status === 200)?.data.user.uuid
    for (const email of forms) {
      assert.equal((await signIn(email)).data.user.uuid, uuid)
      const { data } = await testApp.call(findUser, { body: { userId: email, product: 'learning' } })
      assert.equal(data.uuid, uuid)
    }
  })

  it('answers one synthetic id for both forms of sigma at a guarded form', async () => {
    const ids = new Set<string>()
    for (const email of ['αγνωστος@example.gr', 'αγνωστοσ@example.gr', 'ΑΓΝΩΣΤΟΣ@example.gr']) {
      const body = { userId: email, product: 'learning', platform: 'professor' } as const
      ids.add((await testApp.call(findUser, { body })).data.uuid)
    }
    assert.equal(ids.size, 1)
  })

  it('finds accounts by keys of the previous version, which finds those of this version', async () => {
    const { db } = testApp.services
    for (const written of ['παλιος@example.gr', 'παλιοσ2σ@example.gr']) {
      const { uuid } = await testApp.makeUser({ email: written })
      await sql`update emails set key = ${written.toLowerCase()} where user_id = ${uuid}`.execute(db)
      for (const email of [written, written.toUpperCase(), written.replaceAll('ς', 'σ')])
        assert.equal((await signIn(email, rightPassword)).data.user.uuid, uuid, email)
    }
    const { data } = await trySignUp(testApp, { email: 'ΝΕΟΣ@example.gr' })
    const previousKey = 'ΝΕΟΣ@example.gr'.toLowerCase()
    const { rows } = await sql<{
      userId: string
    }>`select user_id from emails where key = ${previousKey}`.execute(db)
    assert.deepEqual(rows, [{ userId: data.user.uuid }])
  })
})
