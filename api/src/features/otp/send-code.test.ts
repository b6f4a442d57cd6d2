/** Tests which recipients get one-time codes, how often, and that the answer reveals no account (N-21, N-23, N-25). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { deleteOldChallenges } from '../../identity/tokens/otp-challenges.ts'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import {
  ageChallenges,
  anotherCode,
  codeTo,
  countMessages,
  endWaits,
  mailCode,
  mailedCode,
  requestCode,
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

/** Counts the network addresses, so that each request has another address. */
let addresses = 0
function newAddress(more: Record<string, string> = {}) {
  addresses += 1
  return { headers: { 'x-forwarded-for': `198.51.100.${addresses}`, ...more } }
}

/** Signs the user in and returns the cookie of the known browser. */
async function knownBrowserOf(uuid: string): Promise<string> {
  const body = { uuid, password: rightPassword, product: 'learning' } as const
  const { headers } = await testApp.call(login, { body }, newAddress())
  return String(headers['set-cookie']).split(';')[0] ?? ''
}

async function messagesTo(...recipients: (string | undefined)[]) {
  const messages = await testApp.services.outbox.recent(testApp.services.db, 100)
  return messages
    .filter(({ to }) => recipients.includes(to))
    .map(({ channel }) => channel)
    .sort()
}

describe('sending a one-time code', () => {
  it('mails a code to the primary address and allows another after half a minute', async () => {
    const user = await testApp.makeUser()
    const { status, data } = await mailCode(testApp, user.uuid)
    assert.equal(status, 200)
    assert.match(data.token, /^ot_[\w-]{43}$/)
    const wait = Date.parse(data.resendAt) - Date.now()
    assert.ok(wait > 25_000 && wait < 35_000, `${wait}`)
    assert.match(await codeTo(testApp, user.email), /^\d{6}$/)
  })

  it('puts no code in the subject line', async () => {
    const user = await testApp.makeUser()
    const { otp } = await mailedCode(testApp, user)
    const [mail] = await testApp.services.outbox.recent(testApp.services.db, 1)
    assert.doesNotMatch(mail?.subject ?? '', /\d/)
    assert.ok(mail?.text.includes(otp))
  })

  it('stores neither code nor challenge token in clear', async () => {
    const user = await testApp.makeUser()
    const { token, otp } = await mailedCode(testApp, user)
    const { rows } = await sql<{ row: string }>`
      select row_to_json(t)::text as row from otp_challenges as t where subject = ${user.uuid}
      union all select row_to_json(m)::text from (select template, channel, encode(payload, 'escape') from messages) as m
      union all select row_to_json(a)::text from audit_events as a`.execute(testApp.services.db)
    const stored = rows.map(({ row }) => row).join('\n')
    assert.ok(!stored.includes(token))
    assert.doesNotMatch(stored, new RegExp(`"${otp}"`))
    assert.ok(!stored.includes(user.email))
  })

  it('logs neither code, challenge token nor recipient', async () => {
    const verbose = await openTestApp({ config: { logLevel: 'trace' } })
    const lines = verbose.captureLog()
    const user = await verbose.makeUser()
    const right = await mailedCode(verbose, user)
    await requestCode(verbose, { token: right.token })
    await tryCode(verbose, { ...right, otp: anotherCode(right.otp) })
    assert.equal((await tryCode(verbose, right)).status, 200)
    const log = lines.join('\n')
    assert.match(log, /users\/otp\/verify/)
    for (const secret of [right.token, right.otp, user.email, user.uuid])
      assert.ok(!log.includes(secret), secret)
    await verbose.close()
  })

  it('sends a code by SMS, and by mail too if both are requested and proven', async () => {
    const phoneNumber = freshNumber()
    const { uuid, email } = await testApp.makeUser({ phoneNumber })
    const sms = { medium: 'sms', purpose: 'login', user: uuid } as const
    await requestCode(testApp, sms, newAddress())
    assert.deepEqual(await messagesTo(phoneNumber, email), ['sms'])
    await endWaits(testApp)
    await requestCode(testApp, { ...sms, channel: 'both' }, newAddress())
    assert.deepEqual(await messagesTo(phoneNumber, email), ['email', 'sms', 'sms'])
    assert.equal(await codeTo(testApp, email), await codeTo(testApp, phoneNumber))
  })

  it('sends a code for an unproven number to that number alone', async () => {
    const phoneNumber = freshNumber()
    const { uuid, email } = await testApp.makeUser({ phoneNumber })
    const cookie = await knownBrowserOf(uuid)
    await sql`update phones set provenance = 'self_unverified' where user_id = ${uuid}`.execute(
      testApp.services.db,
    )
    const body = { medium: 'sms', channel: 'both', purpose: 'login', user: uuid } as const
    await requestCode(testApp, body, newAddress())
    assert.deepEqual(
      await messagesTo(phoneNumber, email),
      [],
      'sent to no unknown browser beside a proven address',
    )
    await endWaits(testApp)
    await requestCode(testApp, body, newAddress({ cookie }))
    assert.deepEqual(await messagesTo(phoneNumber, email), ['sms'])
  })

  it('sends a code by SMS alone if the address is unproven', async () => {
    const phoneNumber = freshNumber()
    const { uuid, email } = await testApp.makeUser({ phoneNumber })
    await sql`update emails set provenance = 'self_unverified' where user_id = ${uuid}`.execute(
      testApp.services.db,
    )
    await requestCode(testApp, { medium: 'sms', channel: 'both', purpose: 'login', user: uuid }, newAddress())
    assert.deepEqual(await messagesTo(phoneNumber, email), ['sms'])
  })
})

describe('privacy of sending codes', () => {
  it('answers an ineligible user like any other at the same cost and sends no code', async () => {
    const known = await testApp.makeUser()
    const disabled = await testApp.makeUser()
    const nowhere = await testApp.makeUser({ platforms: [] })
    const withoutMail = await testApp.makeUser({ phoneNumber: freshNumber() })
    const { db } = testApp.services
    await db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', disabled.uuid).execute()
    await db.deleteFrom('emails').where('userId', '=', withoutMail.uuid).execute()
    const query = { platform: 'learning-web' } as const
    await mailCode(testApp, (await testApp.makeUser()).uuid, { query, ...newAddress() })
    const send = async (user: string) => {
      let answer: Awaited<ReturnType<typeof mailCode>> | undefined
      const more = { query, ...newAddress() }
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
    const others = [disabled, nowhere, withoutMail, besideProven].map(({ uuid }) => uuid)
    for (const user of [randomUUID(), ...others]) assert.equal(await send(user), knownCount)
    assert.equal(await countMessages(testApp), before)
  })

  it('runs as many statements for unknown users in a browser that knows another user', async () => {
    const cookie = await knownBrowserOf((await testApp.makeUser()).uuid)
    const counts = []
    for (const user of [(await testApp.makeUser()).uuid, randomUUID()]) {
      const more = newAddress({ cookie })
      counts.push(await testApp.countStatements(() => mailCode(testApp, user, more)))
    }
    assert.equal(counts[0], counts[1])
  })

  it('answers known and unknown users alike by SMS with both channels', async () => {
    const known = await testApp.makeUser({ phoneNumber: freshNumber() })
    const counts = []
    const refusals = []
    for (const user of [known.uuid, randomUUID()]) {
      const body = { medium: 'sms', channel: 'both', purpose: 'login', user } as const
      const more = newAddress()
      counts.push(await testApp.countStatements(() => requestCode(testApp, body, more)))
      const again = await requestCode(testApp, body, more)
      refusals.push(again.text.replace(/"ot_[^"]+"/, '').replace(/"20[^"]+"/, ''))
      assert.equal(again.status, 429)
    }
    assert.equal(counts[0], counts[1])
    assert.equal(refusals[0], refusals[1])
  })
})

describe('resending a code', () => {
  it('replaces the code when its challenge token requests another', async () => {
    const user = await testApp.makeUser()
    const first = await mailedCode(testApp, user, newAddress())
    await endWaits(testApp)
    const again = await requestCode(testApp, { token: first.token }, newAddress())
    assert.equal(again.status, 200)
    const second = { token: again.data.token, otp: await codeTo(testApp, user.email) }
    assert.notEqual(second.token, first.token)
    assert.equal((await tryCode(testApp, first, newAddress())).code, 'otp-expired')
    assert.equal((await tryCode(testApp, second, newAddress())).status, 200)
  })

  it('accepts an earlier challenge token if an answer was lost', async () => {
    const user = await testApp.makeUser()
    const first = await mailedCode(testApp, user, newAddress())
    await endWaits(testApp)
    await requestCode(testApp, { token: first.token }, newAddress())
    await endWaits(testApp)
    const third = await requestCode(testApp, { token: first.token }, newAddress())
    const last = { token: third.data.token, otp: await codeTo(testApp, user.email) }
    assert.equal((await tryCode(testApp, last, newAddress())).status, 200)
  })

  it('refuses a resend after ten minutes or once the code was used', async () => {
    const user = await testApp.makeUser()
    const used = await mailedCode(testApp, user, newAddress())
    await tryCode(testApp, used, newAddress())
    await endWaits(testApp)
    assert.equal((await requestCode(testApp, { token: used.token }, newAddress())).code, 'otp-expired')
    const { token } = await mailedCode(testApp, user, newAddress())
    await endWaits(testApp)
    await ageChallenges(testApp, 590)
    assert.equal(
      (await requestCode(testApp, { token }, newAddress())).status,
      200,
      'the code has expired, but not the challenge',
    )
    await endWaits(testApp)
    await ageChallenges(testApp, 20)
    const over = await requestCode(testApp, { token }, newAddress())
    assert.equal(over.status, 400)
    assert.deepEqual(Object.keys(over.fields), ['otp'])
    assert.equal((await requestCode(testApp, { token: 'ot_made-up' }, newAddress())).code, 'otp-expired')
  })

  it('refuses a resend for another product or device', async () => {
    const { uuid } = await testApp.makeUser()
    const mine = { 'x-device-id': 'device-of-mine' }
    const query = { platform: 'learning-web' } as const
    const { data } = await mailCode(testApp, uuid, { query, headers: mine })
    const resend = (more: Parameters<typeof requestCode>[2]) =>
      requestCode(testApp, { token: data.token }, more)
    const theirs = { 'x-device-id': 'device-of-theirs' }
    assert.equal((await resend({ headers: theirs })).code, 'otp-expired')
    assert.equal((await resend({ query: { platform: 'internal-web' } })).code, 'otp-expired')
    assert.equal((await resend({ query, headers: mine })).code, 'otp-too-soon')
  })

  it('binds the code of a resend that names no product and device to those of the first request', async () => {
    const user = await testApp.makeUser({ platforms: ['student', 'serviceAdmin'] })
    const headers = { 'x-device-id': 'device-of-mine' }
    const query = { platform: 'learning-web' } as const
    const first = await mailCode(testApp, user.uuid, { query, headers })
    await endWaits(testApp)
    const { data } = await requestCode(testApp, { token: first.data.token })
    const right = { token: data.token, otp: await codeTo(testApp, user.email) }
    const wrong = [
      { headers: { 'x-device-id': 'device-of-theirs' } },
      { query: { platform: 'internal-web' as const } },
    ]
    for (const more of wrong) assert.equal((await tryCode(testApp, right, more)).code, 'otp-wrong')
    assert.equal((await tryCode(testApp, right)).status, 200)
  })
})

describe('expired challenges', () => {
  it('deletes expired challenges in batches and no others', async () => {
    const { db } = testApp.services
    await deleteOldChallenges(db, 1_000)
    for (let count = 0; count < 3; count += 1) await mailCode(testApp, randomUUID(), newAddress())
    await ageChallenges(testApp, 601)
    const { token } = await mailedCode(testApp, await testApp.makeUser(), newAddress())
    assert.ok((await deleteOldChallenges(db, 2)) === 2)
    while ((await deleteOldChallenges(db, 100)) > 0);
    assert.equal((await requestCode(testApp, { token }, newAddress())).code, 'otp-too-soon')
  })
})
