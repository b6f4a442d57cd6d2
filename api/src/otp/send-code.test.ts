/** Sending one-time codes: to whom, how often, and what strangers learn of it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { deleteOldChallenges } from '../accounts/one-time-tokens/otp-challenges.ts'
import { openTestApp, rightPassword, type TestApp } from '../testing/test-app.ts'
import {
  ageChallenges,
  askCode,
  codeTo,
  countMessages,
  endWaits,
  mailCode,
  mailedCode,
  notThe,
  tryCode,
} from './test-codes.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', trustedProxies: ['127.0.0.1'] } })
})
after(() => testApp.close())

let numbers = 0
function freshNumber(): string {
  numbers += 1
  return `+9198765${String(43_000 + numbers)}`
}

/** Every code of these tests is asked for from another address. */
let addresses = 0
function elsewhere(more: Record<string, string> = {}) {
  addresses += 1
  return { headers: { 'x-forwarded-for': `198.51.100.${addresses}`, ...more } }
}

/** The cookie of a browser where they signed in. */
async function knownBrowserOf(uuid: string): Promise<string> {
  const body = { uuid, password: rightPassword, product: 'learning' } as const
  const { headers } = await testApp.call(login, { body }, elsewhere())
  return String(headers['set-cookie']).split(';')[0] ?? ''
}

async function messagesTo(...recipients: (string | undefined)[]) {
  const messages = await testApp.services.outbox.recent(testApp.services.db, 100)
  return messages
    .filter(({ to }) => recipients.includes(to))
    .map(({ channel }) => channel)
    .sort()
}

describe('a code', () => {
  it('goes to the primary address, and another may be asked for half a minute later', async () => {
    const user = await testApp.makeUser()
    const { status, data } = await mailCode(testApp, user.uuid)
    assert.equal(status, 200)
    assert.match(data.token, /^ot_[\w-]{43}$/)
    const wait = Date.parse(data.resendAt) - Date.now()
    assert.ok(wait > 25_000 && wait < 35_000, `${wait}`)
    assert.match(await codeTo(testApp, user.email), /^\d{6}$/)
  })

  it('stands in no subject line', async () => {
    const user = await testApp.makeUser()
    const { otp } = await mailedCode(testApp, user)
    const [mail] = await testApp.services.outbox.recent(testApp.services.db, 1)
    assert.doesNotMatch(mail?.subject ?? '', /\d/)
    assert.ok(mail?.text.includes(otp))
  })

  it('is nowhere in the database in clear, and neither is its token', async () => {
    const user = await testApp.makeUser()
    const { token, otp } = await mailedCode(testApp, user)
    const { rows } = await sql<{ row: string }>`
      select row_to_json(t)::text as row from otp_challenges as t where subject = ${user.uuid}
      union all select row_to_json(m)::text from (select template, medium, encode(payload, 'escape') from messages) as m
      union all select row_to_json(a)::text from audit_events as a`.execute(testApp.services.db)
    const stored = rows.map(({ row }) => row).join('\n')
    assert.ok(!stored.includes(token))
    assert.doesNotMatch(stored, new RegExp(`"${otp}"`))
    assert.ok(!stored.includes(user.email))
  })

  it('stands in no log line, and neither does its token or whom it went to', async () => {
    const talkative = await openTestApp({ config: { logLevel: 'trace' } })
    const lines = talkative.captureLog()
    const user = await talkative.makeUser()
    const right = await mailedCode(talkative, user)
    await askCode(talkative, { token: right.token })
    await tryCode(talkative, { ...right, otp: notThe(right.otp) })
    assert.equal((await tryCode(talkative, right)).status, 200)
    const log = lines.join('\n')
    assert.match(log, /users\/otp\/verify/)
    for (const secret of [right.token, right.otp, user.email, user.uuid])
      assert.ok(!log.includes(secret), secret)
    await talkative.close()
  })

  it('goes by SMS to the primary number, and by mail too where both are asked for and proven', async () => {
    const phoneNumber = freshNumber()
    const { uuid, email } = await testApp.makeUser({ phoneNumber })
    const sms = { medium: 'sms', purpose: 'login', user: uuid } as const
    await askCode(testApp, sms, elsewhere())
    assert.deepEqual(await messagesTo(phoneNumber, email), ['sms'])
    await endWaits(testApp)
    await askCode(testApp, { ...sms, channel: 'both' }, elsewhere())
    assert.deepEqual(await messagesTo(phoneNumber, email), ['email', 'sms', 'sms'])
    assert.equal(await codeTo(testApp, email), await codeTo(testApp, phoneNumber))
  })

  it('goes to a number that nobody has proven alone, so that it proves that number', async () => {
    const phoneNumber = freshNumber()
    const { uuid, email } = await testApp.makeUser({ phoneNumber })
    const cookie = await knownBrowserOf(uuid)
    await sql`update phones set provenance = 'self_unverified' where user_id = ${uuid}`.execute(
      testApp.services.db,
    )
    const body = { medium: 'sms', channel: 'both', purpose: 'login', user: uuid } as const
    await askCode(testApp, body, elsewhere())
    assert.deepEqual(await messagesTo(phoneNumber, email), [], 'not for strangers, beside a proven address')
    await endWaits(testApp)
    await askCode(testApp, body, elsewhere({ cookie }))
    assert.deepEqual(await messagesTo(phoneNumber, email), ['sms'])
  })

  it('goes to nobody by a proven number’s mail where that address is not proven', async () => {
    const phoneNumber = freshNumber()
    const { uuid, email } = await testApp.makeUser({ phoneNumber })
    await sql`update emails set provenance = 'self_unverified' where user_id = ${uuid}`.execute(
      testApp.services.db,
    )
    await askCode(testApp, { medium: 'sms', channel: 'both', purpose: 'login', user: uuid }, elsewhere())
    assert.deepEqual(await messagesTo(phoneNumber, email), ['sms'])
  })
})

describe('people a code cannot be sent to', () => {
  it('get the same answer at the same cost, and nothing is sent', async () => {
    const known = await testApp.makeUser()
    const disabled = await testApp.makeUser()
    const elsewhereOnly = await testApp.makeUser({ platforms: ['school'] })
    const withoutMail = await testApp.makeUser({ phoneNumber: freshNumber() })
    const { db } = testApp.services
    await db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', disabled.uuid).execute()
    await db.deleteFrom('emails').where('userId', '=', withoutMail.uuid).execute()
    const query = { platform: 'learning-web' } as const
    await mailCode(testApp, (await testApp.makeUser()).uuid, { query, ...elsewhere() })
    const send = async (user: string) => {
      let answer: Awaited<ReturnType<typeof mailCode>> | undefined
      const more = { query, ...elsewhere() }
      const count = await testApp.countStatements(async () => {
        answer = await mailCode(testApp, user, more)
      })
      const { token, resendAt } = answer?.data ?? { token: '', resendAt: '' }
      assert.equal(answer?.status, 200)
      assert.match(token, /^ot_[\w-]{43}$/)
      assert.ok(Date.parse(resendAt) > Date.now() + 25_000)
      return count
    }
    const besideProven = await testApp.makeUser({ phoneNumber: freshNumber() })
    await db
      .updateTable('emails')
      .set({ provenance: 'self_unverified' })
      .where('userId', '=', besideProven.uuid)
      .execute()
    const knownCount = await send(known.uuid)
    const before = await countMessages(testApp)
    const others = [disabled, elsewhereOnly, withoutMail, besideProven].map(({ uuid }) => uuid)
    for (const user of [randomUUID(), ...others]) assert.equal(await send(user), knownCount)
    assert.equal(await countMessages(testApp), before)
  })

  it('cost the same in a browser where somebody else is known', async () => {
    const cookie = await knownBrowserOf((await testApp.makeUser()).uuid)
    const counts = []
    for (const user of [(await testApp.makeUser()).uuid, randomUUID()]) {
      const more = elsewhere({ cookie })
      counts.push(await testApp.countStatements(() => mailCode(testApp, user, more)))
    }
    assert.equal(counts[0], counts[1])
  })

  it('cost the same by SMS with both channels, and have the same waits', async () => {
    const known = await testApp.makeUser({ phoneNumber: freshNumber() })
    const counts = []
    const refusals = []
    for (const user of [known.uuid, randomUUID()]) {
      const body = { medium: 'sms', channel: 'both', purpose: 'login', user } as const
      const more = elsewhere()
      counts.push(await testApp.countStatements(() => askCode(testApp, body, more)))
      const again = await askCode(testApp, body, more)
      refusals.push(again.text.replace(/"ot_[^"]+"/, '').replace(/"20[^"]+"/, ''))
      assert.equal(again.status, 429)
    }
    assert.equal(counts[0], counts[1])
    assert.equal(refusals[0], refusals[1])
  })
})

describe('sending again', () => {
  it('with the challenge’s token makes another code, and the one before is no longer good', async () => {
    const user = await testApp.makeUser()
    const first = await mailedCode(testApp, user, elsewhere())
    await endWaits(testApp)
    const again = await askCode(testApp, { token: first.token }, elsewhere())
    assert.equal(again.status, 200)
    const second = { token: again.data.token, otp: await codeTo(testApp, user.email) }
    assert.notEqual(second.token, first.token)
    assert.equal((await tryCode(testApp, first, elsewhere())).code, 'otp-expired')
    assert.equal((await tryCode(testApp, second, elsewhere())).status, 200)
  })

  it('goes on with the token before, where an answer was lost', async () => {
    const user = await testApp.makeUser()
    const first = await mailedCode(testApp, user, elsewhere())
    await endWaits(testApp)
    await askCode(testApp, { token: first.token }, elsewhere())
    await endWaits(testApp)
    const third = await askCode(testApp, { token: first.token }, elsewhere())
    const last = { token: third.data.token, otp: await codeTo(testApp, user.email) }
    assert.equal((await tryCode(testApp, last, elsewhere())).status, 200)
  })

  it('is over with the challenge: after ten minutes, or once it was used', async () => {
    const user = await testApp.makeUser()
    const used = await mailedCode(testApp, user, elsewhere())
    await tryCode(testApp, used, elsewhere())
    await endWaits(testApp)
    assert.equal((await askCode(testApp, { token: used.token }, elsewhere())).code, 'otp-expired')
    const { token } = await mailedCode(testApp, user, elsewhere())
    await endWaits(testApp)
    await ageChallenges(testApp, 590)
    assert.equal(
      (await askCode(testApp, { token }, elsewhere())).status,
      200,
      'the code has run out, not the flow',
    )
    await endWaits(testApp)
    await ageChallenges(testApp, 20)
    const over = await askCode(testApp, { token }, elsewhere())
    assert.equal(over.status, 400)
    assert.deepEqual(Object.keys(over.fields), ['otp'])
    assert.equal((await askCode(testApp, { token: 'ot_made-up' }, elsewhere())).code, 'otp-expired')
  })

  it('belongs to the product and the device of the challenge', async () => {
    const { uuid } = await testApp.makeUser()
    const mine = { 'x-device-id': 'device-of-mine' }
    const query = { platform: 'learning-web' } as const
    const { data } = await mailCode(testApp, uuid, { query, headers: mine })
    const resend = (more: Parameters<typeof askCode>[2]) => askCode(testApp, { token: data.token }, more)
    const theirs = { 'x-device-id': 'device-of-theirs' }
    assert.equal((await resend({ headers: theirs })).code, 'otp-expired')
    assert.equal((await resend({ query: { platform: 'internal-web' } })).code, 'otp-expired')
    assert.equal((await resend({ query, headers: mine })).code, 'otp-too-soon')
  })
})

describe('challenges that ran out', () => {
  it('are removed, so many at a time, and no others', async () => {
    const { db } = testApp.services
    await deleteOldChallenges(db, 1_000)
    for (let count = 0; count < 3; count += 1) await mailCode(testApp, randomUUID(), elsewhere())
    await ageChallenges(testApp, 601)
    const { token } = await mailedCode(testApp, await testApp.makeUser(), elsewhere())
    assert.ok((await deleteOldChallenges(db, 2)) === 2)
    while ((await deleteOldChallenges(db, 100)) > 0);
    assert.equal((await askCode(testApp, { token }, elsewhere())).code, 'otp-too-soon')
  })
})
