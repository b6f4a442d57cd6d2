/** Tests the inbox of development. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
  await testApp.services.outbox.queue(testApp.services.db, {
    template: 'otp-code',
    channel: 'email',
    to: 'asha@example.com',
    values: { code: '424242', minutes: 5, firstName: 'Asha' },
  })
})
after(() => testApp.close())

describe('inbox of development', () => {
  it('shows a message in the inbox as text and HTML, with a button to copy its code', async () => {
    const { body, headers } = await testApp.app.inject('/dev/inbox')
    assert.match(body, /<output>424242<\/output><button type="button" value="424242">Copy/)
    assert.match(body, /<iframe src="\/dev\/inbox\/[0-9a-f-]{36}" sandbox /)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /default-src 'none'.*frame-src 'self'.*frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe/)
  })

  it('shows the link of a message outside its frame', async () => {
    const link = 'http://localhost:4000/reset-password/a/rs_b/1?platform=student'
    const inbox = await openTestApp()
    await inbox.services.outbox.queue(inbox.services.db, {
      template: 'reset-password',
      channel: 'sms',
      to: '+919876543210',
      values: { firstName: 'Asha', link, minutes: 30 },
    })
    const { body } = await inbox.app.inject('/dev/inbox')
    assert.ok(body.includes(`<a href="${link}" rel="noreferrer">`))
    await inbox.close()
  })

  it('allows a mail in the inbox its styles and nothing else', async () => {
    const { data } = (
      await testApp.app.inject({ url: '/dev/inbox', headers: { accept: 'application/json' } })
    ).json()
    const { body, headers } = await testApp.app.inject(`/dev/inbox/${data[0].id}`)
    assert.match(body, /Your sign-in code/)
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'",
    )
    for (const id of ['nobody', '00000000-0000-4000-8000-000000000000'])
      assert.equal((await testApp.app.inject(`/dev/inbox/${id}`)).statusCode, 404)
  })

  it('distinguishes waiting from sent messages in the inbox', async () => {
    const states = async () =>
      (await testApp.services.outbox.recent(testApp.services.db, 5)).map(({ state }) => state)
    assert.deepEqual(await states(), ['waiting'])
    testApp.services.outbox.start(testApp.services.db, { tried() {}, unreachable() {} })
    while ((await states())[0] !== 'sent') await new Promise((resolve) => setTimeout(resolve, 20))
    await testApp.services.outbox.stop()
  })
})
