/** Tests the development inbox. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
  await testApp.services.outbox.queue(testApp.services.db, {
    template: 'otp-code',
    channel: 'email',
    to: 'asha@example.com',
    values: { code: '424242', minutes: 5, firstName: 'Asha', platform: 'student', purpose: 'login' },
  })
})
after(() => testApp.close())

async function queueSms({ services }: TestApp, to: string): Promise<void> {
  await services.outbox.queue(services.db, {
    template: 'otp-code',
    channel: 'sms',
    to,
    values: { code: '424242', minutes: 5, firstName: 'Asha', platform: 'student', purpose: 'login' },
  })
}

describe('inbox of development', () => {
  it('shows a message in the inbox as text and HTML, with a button to copy its code', async () => {
    const { body, headers } = await testApp.app.inject('/dev/inbox')
    assert.match(body, /<output>424242<\/output><button class="button" type="button" value="424242">Copy/)
    assert.match(body, /<iframe src="\/dev\/inbox\/[0-9a-f-]{36}" sandbox="allow-same-origin" /)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /default-src 'none'.*connect-src 'self'.*frame-src 'self'.*frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe/)
  })

  it('shows the link of a message outside its frame', async () => {
    const link = 'http://localhost:4000/reset-password/a/rs_b/1?platform=student'
    const inbox = await openTestApp()
    await inbox.services.outbox.queue(inbox.services.db, {
      template: 'reset-password',
      channel: 'sms',
      to: '+919876543210',
      values: { firstName: 'Asha', platform: 'student', link, minutes: 30 },
    })
    const { body } = await inbox.app.inject('/dev/inbox')
    assert.ok(body.includes(`href="${link}" rel="noreferrer">`))
    await inbox.close()
  })

  it('gives an SMS, which has no subject, a heading', async () => {
    const inbox = await openTestApp()
    await queueSms(inbox, '+919876543210')
    const { body } = await inbox.app.inject('/dev/inbox')
    assert.doesNotMatch(body, /<(h[1-6])[^>]*>\s*<\/\1>/)
    assert.match(body, /<h2[^>]*>SMS to \+919876543210<\/h2>/)
    await inbox.close()
  })

  it('shows the message of the query beside the list, and the newest without a query', async () => {
    const inbox = await openTestApp()
    await queueSms(inbox, '+919876543210')
    await queueSms(inbox, '+919876543211')
    const shown = async (url: string) => /<h2[^>]*>(.*?)<\/h2>/.exec((await inbox.app.inject(url)).body)?.[1]
    const older = (await inbox.services.outbox.recent(inbox.services.db, 5)).at(-1)
    assert.equal(await shown('/dev/inbox'), 'SMS to +919876543211')
    assert.equal(await shown(`/dev/inbox?message=${older?.id}`), 'SMS to +919876543210')
    const gone = await inbox.app.inject('/dev/inbox?message=00000000-0000-4000-8000-000000000000')
    assert.match(gone.body, /This message isn’t in the inbox any more/)
    await inbox.close()
  })

  it('filters messages by a part of the recipient and escapes it', async () => {
    const inbox = await openTestApp()
    await queueSms(inbox, '+919876543210')
    await queueSms(inbox, '+919876543211')
    const filtered = await inbox.app.inject('/dev/inbox?to=43211')
    assert.equal(filtered.body.match(/<li data-id=/g)?.length, 1)
    assert.match(filtered.body, /href="\/dev\/inbox\?to=43211&amp;message=/)
    // Without JavaScript the form filters, and links show the messages.
    const [form = ''] = /<form .*?<\/form>/s.exec(filtered.body) ?? []
    assert.match(form, / action="\/dev\/inbox">.* name="to" .*<button [^>]*type="submit">Filter<\/button>/s)
    const odd = await inbox.app.inject(`/dev/inbox?to=${encodeURIComponent('"><b>')}`)
    assert.match(odd.body, /value="&quot;&gt;&lt;b&gt;"/)
    assert.match(odd.body, /No message to this recipient/)
    await inbox.close()
  })

  it('allows a mail in the inbox its styles, the images inside it and no script', async () => {
    const { data } = (
      await testApp.app.inject({ url: '/dev/inbox', headers: { accept: 'application/json' } })
    ).json()
    const { body, headers } = await testApp.app.inject(`/dev/inbox/${data[0].id}`)
    assert.match(body, /Your code to sign in/)
    assert.match(body, /<img [^>]*src="data:image\/png;base64,/)
    assert.doesNotMatch(body, /cid:/)
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-same-origin; frame-ancestors 'self'",
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
