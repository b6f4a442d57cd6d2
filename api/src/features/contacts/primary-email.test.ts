/** Tests the change of the sign-in address, and the link that reverts the change (N-87). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { checkResetLink, forgotPassword, resetPassword } from '@foyer/contract/routes/password-links'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { linkTo, partsOf } from '../password-links/test-links.ts'
import { trySignUp } from '../sign-up/test-sign-ups.ts'
import { type Account, emailSteps } from './test-emails.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => testApp.close())

const steps = emailSteps(() => testApp)
const { open, list, addVerified, makePrimary, mailsTo, revertToken, check, revert, remove } = steps
const fresh = () => `fresh-${randomUUID()}@example.com`

/** Creates an account and changes its sign-in address. */
async function changed(): Promise<Account & { newEmail: string; newId: string; link: string }> {
  const owner = await open()
  const newEmail = fresh()
  const newId = await addVerified(owner.token, newEmail)
  assert.equal((await makePrimary(owner.token, newId)).status, 200)
  return { ...owner, newEmail, newId, link: await revertToken(owner.email) }
}

async function trySignIn(email: string, password = rightPassword) {
  return testApp.call(login, { body: { email, password, product: 'learning' } })
}

describe('the sign-in address', () => {
  it('changes the sign-in address, and tells the former one', async () => {
    const { token, email, newEmail } = await changed()
    assert.deepEqual(await list(token), [`${newEmail} primary`, `${email} verified`])
    const { data } = await trySignIn(email)
    assert.equal(data.user.email, newEmail)
    const [notice] = await mailsTo(email)
    assert.equal(notice?.template, 'email-changed')
    assert.match(notice?.text ?? '', /7 days[\s\S]*\/revert-email\/er_[\w-]+\?platform=student/)
    assert.equal(notice?.text.includes(newEmail), true)
  })

  it('refuses to make an unverified or unknown address the sign-in address', async () => {
    const { token, email } = await open()
    const { data } = await steps.add(token, fresh())
    assert.deepEqual(Object.keys((await makePrimary(token, data.id)).fields), ['isPrimary'])
    assert.equal((await makePrimary(token, randomUUID())).code, 'not-found')
    assert.equal((await list(token))[0], `${email} primary`)
  })

  it('gives up a former address that was never proven: it gets no link, and its owner can sign up', async () => {
    const email = fresh()
    const { data } = await trySignUp(testApp, { email })
    const id = await addVerified(data.accessToken)
    assert.equal((await makePrimary(data.accessToken, id)).status, 200)
    assert.deepEqual(await mailsTo(email), [])
    assert.equal((await list(data.accessToken))[1], `${email} claim`)
    assert.equal((await trySignUp(testApp, { email })).status, 200)
  })

  it('refuses to remove the sign-in address, the last verified one, and the one that can take a change back', async () => {
    const owner = await changed()
    const { data } = await testApp.call(login, {
      body: { email: owner.newEmail, password: rightPassword, product: 'learning' },
    })
    const primary = await remove(data.accessToken, owner.newId)
    assert.deepEqual([primary.status, primary.code], [400, 'last-email'])
    const { id: formerId } = await testApp.services.db
      .selectFrom('emails')
      .select('id')
      .where('address', '=', owner.email)
      .executeTakeFirstOrThrow()
    const former = await remove(data.accessToken, formerId)
    assert.deepEqual([former.code, /for 7 days/.test(former.detail ?? '')], ['last-email', true])
    await sql`update one_time_tokens set expires_at = clock_timestamp() where purpose = 'email-revert' and user_id = ${owner.uuid}`.execute(
      testApp.services.db,
    )
    assert.equal((await remove(data.accessToken, formerId)).status, 204)
    const unproven = await trySignUp(testApp, { email: fresh() })
    const only = await addVerified(unproven.data.accessToken)
    assert.equal((await remove(unproven.data.accessToken, only)).code, 'last-email')
  })

  it('keeps one sign-in address when two are chosen at once', async () => {
    const owner = await open()
    const ids = [await addVerified(owner.token), await addVerified(owner.token)]
    const answers = await Promise.all(ids.map((id) => makePrimary(owner.token, id)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
    assert.equal((await list(owner.token)).filter((row) => row.endsWith('primary')).length, 1)
  })
})

describe('the link of the former address', () => {
  it('shows the change without using the link, and takes it back once: sessions and password end', async () => {
    const owner = await changed()
    for (let count = 0; count < 50; count += 1) {
      const { data } = await check(owner.link)
      assert.deepEqual([data.email, data.newEmail], ['o•••@example.com', 'f•••@example.com'])
    }
    const { data: session } = await trySignIn(owner.newEmail)
    const [{ data, status }, other] = await Promise.all([revert(owner.link), revert(owner.link)])
    const won = status === 200 ? data : other.data
    assert.deepEqual([status, other.status].sort(), [200, 400])
    assert.equal(
      (await testApp.call(refreshToken, { body: { refreshToken: session.refreshToken } })).status,
      401,
    )
    for (const email of [owner.email, owner.newEmail])
      assert.equal((await trySignIn(email)).code, 'wrong-credentials')
    const [, uuid = '', token = '', timestamp = ''] =
      /^\/reset-password\/([^/]+)\/([^/]+)\/(\d+)\?platform=student$/.exec(won.resetPath) ?? []
    const params = { uuid, token, timestamp }
    assert.equal((await testApp.call(checkResetLink, { params })).data.email, 'o•••@example.com')
    const body = { password1: 'a new heron on a roof', password2: 'a new heron on a roof' }
    assert.equal((await testApp.call(resetPassword, { params, body })).status, 200)
    const again = await trySignIn(owner.email, body.password1)
    assert.deepEqual(await list(again.data.accessToken), [`${owner.email} primary`])
    assert.equal((await check(owner.link)).code, 'link-used')
    assert.equal((await mailsTo(owner.newEmail))[0]?.template, 'email-reverted')
  })

  it('takes later changes back, too, and none of their links undoes that', async () => {
    const owner = await changed()
    const third = fresh()
    const thirdId = await addVerified(owner.token, third)
    assert.equal((await makePrimary(owner.token, thirdId)).status, 200)
    const later = await revertToken(owner.newEmail)
    assert.equal((await revert(owner.link)).status, 200)
    assert.equal((await revert(later)).code, 'link-expired')
    const { db } = testApp.services
    const rows = await db.selectFrom('emails').select('address').where('userId', '=', owner.uuid).execute()
    assert.deepEqual(rows, [{ address: owner.email }])
  })

  it('keeps the link of an earlier change when a later one is used, also where the address had come back', async () => {
    const { db } = testApp.services
    const further = await changed()
    const id = await addVerified(further.token)
    assert.equal((await makePrimary(further.token, id)).status, 200)
    assert.equal((await revert(await revertToken(further.newEmail))).status, 200)
    assert.equal((await revert(further.link)).status, 200)

    const returned = await changed()
    const former = await db
      .selectFrom('emails')
      .select('id')
      .where('address', '=', returned.email)
      .executeTakeFirstOrThrow()
    assert.equal((await makePrimary(returned.token, former.id)).status, 200)
    assert.equal((await revert(await revertToken(returned.newEmail))).status, 200)
    assert.equal((await revert(returned.link)).status, 200)

    for (const { uuid, email } of [further, returned]) {
      const rows = await db.selectFrom('emails').select('address').where('userId', '=', uuid).execute()
      assert.deepEqual(rows, [{ address: email }])
    }
  })

  it('removes accounts of social providers that were linked before the change, too', async () => {
    const owner = await changed()
    const { db } = testApp.services
    const linked = { provider: 'google', subject: randomUUID(), userId: owner.uuid, createdAt: new Date(0) }
    await db.insertInto('identities').values(linked).execute()
    assert.equal((await revert(owner.link)).status, 200)
    const left = await db
      .selectFrom('identities')
      .select('provider')
      .where('userId', '=', owner.uuid)
      .execute()
    assert.deepEqual(left, [])
  })

  it('keeps the link valid after a password reset by the new address, for seven days', async () => {
    const owner = await changed()
    const late = await changed()
    const { db } = testApp.services
    await sql`update one_time_tokens set expires_at = expires_at - interval '7 days' where user_id = ${late.uuid}`.execute(
      db,
    )
    assert.equal((await check(late.link)).code, 'link-expired')
    assert.equal((await revert(late.link)).code, 'link-expired')
    assert.equal((await list(late.token))[0], `${late.newEmail} primary`)
    await testApp.call(forgotPassword, { body: { email: owner.newEmail, product: 'learning' } })
    const params = partsOf(await linkTo(testApp, owner.newEmail))
    const body = { password1: 'an attackers password', password2: 'an attackers password' }
    assert.equal((await testApp.call(resetPassword, { params, body })).status, 200)
    assert.equal((await revert(owner.link)).status, 200)
    assert.equal((await trySignIn(owner.newEmail, body.password1)).code, 'wrong-credentials')
    assert.equal((await check('er_made-up')).code, 'link-invalid')
  })
})
