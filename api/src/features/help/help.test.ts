/** Tests help: the categories, the stored and mailed data of a request, and refusals (N-101, N-102). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, describe, it } from 'node:test'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { getHelpCategories, listHelpRequests, otherHelpCategory } from '@foyer/contract/routes/help'
import { logout } from '@foyer/contract/routes/sessions'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { storeHelpCategories } from './help-categories.ts'
import { countHelp, mailsAbout, solveForHelp, tryHelp, trySolvedHelp } from './test-help-requests.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000, supportEmail: 'support@foyer.example' } })
})
after(() => testApp.close())
afterEach(async () => {
  const { db } = testApp.services
  await sql`delete from users`.execute(db)
  await sql`truncate help_requests, messages, idempotency_keys`.execute(db)
})

const nothing = { requests: 0, messages: 0, keys: 0 }
const one = { requests: 1, messages: 2, keys: 0 }

async function assertWritten(expected: typeof nothing): Promise<void> {
  const { events: _, ...written } = (await countHelp(testApp)) ?? {}
  assert.deepEqual(written, expected)
}

describe('help categories', () => {
  it('lists the categories in order and lets clients cache them', async () => {
    const { data, headers } = await testApp.call(getHelpCategories, {})
    assert.deepEqual(
      data.map(({ id }) => id),
      ['sign-in', 'codes', 'password', 'sign-up', 'name-or-account', 'school', 'privacy', otherHelpCategory],
    )
    assert.equal(headers['cache-control'], 'public, max-age=3600')
    const again = { 'if-none-match': String(headers.etag) }
    assert.equal((await testApp.call(getHelpCategories, {}, { headers: again })).status, 304)
  })

  it('stores the same categories again at every start, without a changed or an added one', async () => {
    const { db } = testApp.services
    const { data: before } = await testApp.call(getHelpCategories, {})
    await sql`update help_categories set name = 'Changed', position = 9 where id = 'codes'`.execute(db)
    await sql`insert into help_categories values ('old', 3, 'Old', 'Gone')`.execute(db)
    await Promise.all([storeHelpCategories(db), storeHelpCategories(db)])
    assert.deepEqual((await testApp.call(getHelpCategories, {})).data, before)
  })
})

describe('help request without a session', () => {
  it('stores the request encrypted and mails support and the user', async () => {
    const { status, data } = await trySolvedHelp(testApp, { name: 'Asha Rao' })
    assert.equal(status, 200)
    assert.match(data.reference, /^H-[2-9B-DF-HJ-NP-TV-Z]{4}-[2-9B-DF-HJ-NP-TV-Z]{4}$/)
    await assertWritten(one)
    const { rows } = await sql<{ row: string; userId: null; categoryId: string }>`
      select to_jsonb(h)::text as row, user_id, category_id from help_requests h`.execute(testApp.services.db)
    assert.deepEqual([rows[0]?.userId, rows[0]?.categoryId], [null, 'codes'])
    assert.doesNotMatch(rows[0]?.row ?? '', /asha|code since|three times/i)

    const { request, received } = await mailsAbout(testApp, data.reference)
    assert.deepEqual([request?.to, received?.to], ['support@foyer.example', 'asha@example.com'])
    assert.equal(request?.replyTo, 'asha@example.com')
    assert.equal(request?.subject, `[${data.reference}] No code since this morning`)
    for (const line of [
      '> I asked for a code three times.',
      '> None has arrived.',
      'Email: asha@example.com',
      'Name: Asha Rao',
      'Account: Not signed in: anyone can type this email and name',
      'Category: My code or link doesn’t arrive',
      'Platform: Learning',
    ])
      assert.ok(request?.text.split('\n').includes(line), line)
    assert.equal(received?.subject, `We got your message (${data.reference})`)
  })

  it('repeats nothing that was typed in the mail to the typed address', async () => {
    const planted = { subject: 'Call 1800 now', message: 'https://evil.example', name: 'You won' }
    const { data } = await trySolvedHelp(testApp, { email: 'victim@example.com', ...planted })
    const { received } = await mailsAbout(testApp, data.reference)
    for (const content of [received?.subject, received?.text, received?.html])
      assert.doesNotMatch(content ?? '', /1800|evil|You won/)
    assert.match(received?.text ?? '', /^Hello,$/m)
  })

  it('needs an email address and a solved captcha, and writes nothing without them', async () => {
    const countOfContacts = async () => {
      const like = sql`select from attempts where key like 'help-request:contact:%'`
      return (await like.execute(testApp.services.db)).rows.length
    }
    const before = await countOfContacts()
    const unsolved = await tryHelp(testApp, { email: 'never@example.com' })
    assert.deepEqual([unsolved.status, unsolved.code], [400, 'captcha-needed'])
    const other = await solveForHelp(testApp, 'sign_up')
    const refused = await tryHelp(testApp, { email: 'never@example.com', captcha: other })
    assert.deepEqual([refused.status, refused.code], [400, 'captcha-refused'])
    const captcha = await solveForHelp(testApp)
    const nameless = await tryHelp(testApp, { captcha })
    assert.deepEqual([nameless.status, nameless.fields], [400, { email: ['Required'] }])
    const spent = await tryHelp(testApp, { email: 'never@example.com', captcha })
    assert.equal(spent.code, 'captcha-refused')
    assert.equal(await countOfContacts(), before, 'only a solved captcha counts against an address')
    await assertWritten(nothing)
  })

  it('says at each field what is wrong with it, and writes nothing', async () => {
    const hidden = 'The subject can’t contain line breaks or hidden characters'
    for (const [field, value, sentence] of [
      ['email', 'asha', 'Enter an email address like name@example.com'],
      ['email', 'asha@127.0.0.1', 'Enter an email address like name@example.com'],
      ['email', 'asha@example.com\nBcc: b@example.com', 'Enter an email address like name@example.com'],
      ['name', 'Asha\r\nBcc: b@example.com', 'Names can’t contain line breaks or hidden characters'],
      ['name', 'a'.repeat(130), 'Length cannot be greater than 129'],
      ['category', 'unknown', 'Choose a category of the list'],
      ['category', '../codes', 'Choose a category of the list'],
      ['subject', '  ', 'Required'],
      ['subject', 'Hello\r\nBcc: b@example.com', hidden],
      ['subject', 'Hello\u2028Bcc: b@example.com', hidden],
      ['subject', '😀'.repeat(121), 'Length cannot be greater than 120'],
      ['message', '\n \u0007', 'Required'],
      ['message', '😀'.repeat(4_001), 'Length cannot be greater than 4000'],
      ['platform', 'nonsense', 'Unknown platform'],
    ] as const) {
      // The format of fields is checked before the captcha.
      const isLate = /127|unknown/.test(value)
      const ask = isLate ? trySolvedHelp : tryHelp
      const answer = await ask(testApp, { email: 'asha@example.com', [field]: value })
      assert.deepEqual([answer.status, answer.fields], [400, { [field]: [sentence] }], `${field} ${value}`)
    }
    await assertWritten(nothing)
  })

  it('takes the longest subject and message, and line breaks of any system', async () => {
    const { data, status } = await trySolvedHelp(testApp, {
      subject: '😀'.repeat(120),
      message: `one\r\ntwo\rthree\u0000four`.replace('\u0000', '\u000b'),
    })
    assert.equal(status, 200)
    const { request } = await mailsAbout(testApp, data.reference)
    assert.match(request?.text ?? '', /^> one\n> two\n> threefour\n/)
    assert.equal((await trySolvedHelp(testApp, { message: '😀'.repeat(4_000) })).status, 200)
  })

  it('escapes markup of a request in both mails', async () => {
    const script = '<script>alert(1)</script>'
    const { data } = await trySolvedHelp(testApp, { subject: script, message: script, name: 'A <b>' })
    const { request, received } = await mailsAbout(testApp, data.reference)
    assert.doesNotMatch(`${request?.html}${received?.html}`, /<script|<b>/)
    assert.match(request?.html ?? '', /&lt;script&gt;alert\(1\)&lt;\/script&gt;/)
  })
})

describe('help request with a session', () => {
  it('needs no captcha, and takes email and name from the account', async () => {
    const { accessToken: token, user } = await testApp.signIn('school')
    const typed = { email: 'other@example.com', name: 'Other', platform: 'school' } as const
    const { status, data } = await tryHelp(testApp, typed, { token })
    assert.equal(status, 200)
    const { request, received } = await mailsAbout(testApp, data.reference)
    assert.deepEqual([received?.to, request?.replyTo], [user.email, user.email])
    assert.ok(request?.text.includes(`Name: Asha Rao\nAccount: ${user.uuid}\n`))
    assert.doesNotMatch(request?.text ?? '', /other/i)
    assert.match(received?.text ?? '', /^Hello Asha,$/m)
    assert.match(
      received?.text ?? '',
      /^You wrote:\n\n> I asked for a code three times\.\n> None has arrived\.$/m,
    )
    const { rows } = await sql`
      select user_id::text, details from audit_events where event = 'help-requested'
      order by id desc limit 1`.execute(testApp.services.db)
    const details = { category: 'codes', reference: data.reference }
    assert.deepEqual(rows, [{ userId: user.uuid, details }])
  })

  it('repeats nothing to an address that the user of the account has not proven', async () => {
    const { accessToken: token } = await testApp.signIn()
    await sql`update emails set provenance = 'self_unverified'`.execute(testApp.services.db)
    const { data } = await tryHelp(testApp, { subject: 'Call 1800 now' }, { token })
    const { received } = await mailsAbout(testApp, data.reference)
    assert.doesNotMatch(`${received?.text}${received?.html}`, /1800|three times|Asha/)
  })

  it('asks a user without an address for one, and repeats nothing to it', async () => {
    const { accessToken: token } = await testApp.signIn()
    await sql`delete from emails`.execute(testApp.services.db)
    assert.deepEqual((await tryHelp(testApp, {}, { token })).fields, { email: ['Required'] })
    const { data } = await tryHelp(testApp, { email: 'typed@example.com' }, { token })
    const { received } = await mailsAbout(testApp, data.reference)
    assert.equal(received?.to, 'typed@example.com')
    assert.doesNotMatch(received?.text ?? '', /three times|Asha/)
  })

  it('refuses an ended session, a forged token and the token of a platform, and writes nothing', async () => {
    const { accessToken: token } = await testApp.signIn()
    const { code } = (await testApp.mint(token)).data
    const body = { code, platform: 'student' } as const
    const { session } = (await testApp.call(exchangeCode, { body }, { client: 'student-client' })).data
    const foreign = await tryHelp(testApp, {}, { token: session.accessToken })
    assert.deepEqual([foreign.status, foreign.code], [403, 'no-access'])
    await testApp.call(logout, {}, { token })
    for (const authorization of [`Bearer ${token}`, 'Bearer made.up.token', 'Bearer', 'Basic eDp5', '']) {
      const captcha = await solveForHelp(testApp)
      const stranger = { email: 'asha@example.com', captcha }
      const answer = await tryHelp(testApp, stranger, { headers: { authorization } })
      assert.deepEqual([answer.status, answer.code], [401, 'session-ended'], authorization)
    }
    await assertWritten(nothing)
  })
})

describe('own help requests', () => {
  it('lists those that the user sent while signed in, the newest first, and nobody else’s', async () => {
    const [mine, theirs] = [await testApp.signIn(), await testApp.signIn()]
    const token = mine.accessToken
    for (const subject of ['First', 'Second']) await tryHelp(testApp, { subject }, { token })
    await tryHelp(testApp, { subject: 'Other' }, { token: theirs.accessToken })
    await trySolvedHelp(testApp, { subject: 'Without a session', email: mine.user.email ?? '' })
    const { data } = await testApp.call(listHelpRequests, {}, { token })
    assert.deepEqual(
      data.items.map(({ subject, email }) => [subject, email]),
      [
        ['Second', mine.user.email],
        ['First', mine.user.email],
      ],
    )
    assert.equal((await testApp.call(listHelpRequests, {})).code, 'session-ended')
  })

  it('says whether the mail to support has left, and nothing once the message is deleted', async () => {
    const { accessToken: token } = await testApp.signIn()
    const { reference } = (await tryHelp(testApp, {}, { token })).data
    const { db } = testApp.services
    const delivery = async () => (await testApp.call(listHelpRequests, {}, { token })).data.items[0]?.delivery
    const mail = sql`(select message_id from help_requests where reference = ${reference})`
    for (const [state, shown] of [
      ['waiting', 'waiting'],
      ['sent', 'sent'],
      ['dead', 'failed'],
    ]) {
      // A worker that is sending the mail at this moment must not write its result.
      await sql`update messages set state = ${state}, tries = tries + 1, due_at = now() + interval '1 day'
        where id = ${mail}`.execute(db)
      assert.equal(await delivery(), shown)
    }
    await sql`delete from messages where id = ${mail}`.execute(db)
    assert.equal(await delivery(), null)
  })
})

describe('help request that is repeated or interrupted', () => {
  it('creates one request for ten with the same key at once', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const captcha = await solveForHelp(testApp)
    const given = { email: 'asha@example.com', captcha }
    const answers = await Promise.all(Array.from({ length: 10 }, () => tryHelp(testApp, given, { headers })))
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(10).fill(200),
    )
    assert.equal(new Set(answers.map(({ data }) => data.reference)).size, 1)
    await assertWritten({ ...one, keys: 1 })
    const other = await tryHelp(testApp, { ...given, subject: 'Another' }, { headers })
    assert.deepEqual([other.status, other.code], [422, 'idempotency-key-reused'])
  })

  it('stores nothing when a mail cannot be queued, and takes the same request later', async () => {
    const { db } = testApp.services
    const { accessToken: token } = await testApp.signIn()
    const headers = { 'idempotency-key': randomUUID(), authorization: `Bearer ${token}` }
    const { events } = (await countHelp(testApp)) ?? {}
    await sql`alter table messages add constraint no_answer check (template <> 'help-received')`.execute(db)
    assert.equal((await tryHelp(testApp, {}, { headers })).status, 500)
    await sql`alter table messages drop constraint no_answer`.execute(db)
    assert.deepEqual(await countHelp(testApp), { ...nothing, events })
    assert.equal((await tryHelp(testApp, {}, { headers })).status, 200)
    await assertWritten({ ...one, keys: 1 })
  })

  it('answers not-found to a repetition of a request that was deleted', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    assert.equal((await trySolvedHelp(testApp, {}, { headers })).status, 200)
    await sql`delete from help_requests`.execute(testApp.services.db)
    const again = await tryHelp(testApp, { email: 'asha@example.com' }, { headers })
    assert.deepEqual([again.status, again.code], [404, 'not-found'])
  })
})
