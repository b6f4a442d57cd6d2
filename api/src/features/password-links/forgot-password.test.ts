/**
 * Tests requests for a link that sets a password: its recipients, its limits, and an answer that reveals nothing
 * (N-83, N-85, N-88).
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { resolvePage } from '@foyer/contract/addresses'
import { areas } from '@foyer/contract/areas'
import { type Platform, platformRow, platforms } from '@foyer/contract/platforms'
import { sql } from 'kysely'
import { linkUrl } from '../../identity/tokens/password-links.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  ageLinks,
  linkTo,
  messagesTo,
  openLink,
  partsOf,
  requestedLink,
  requestLink,
  reset,
} from './test-links.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', trustedProxies: ['127.0.0.1'] } })
})
after(() => testApp.close())

let made = 0
function freshNumber(): string {
  made += 1
  return `+9198765${String(61_000 + made)}`
}

/** Returns headers of an unused network address. */
function newAddress() {
  made += 1
  return { headers: { 'x-forwarded-for': `198.51.${100 + Math.floor(made / 250)}.${made % 250}` } }
}

async function countMessages(): Promise<number> {
  return (await testApp.services.outbox.recent(testApp.services.db, 1_000)).length
}

async function setProvenance(table: 'emails' | 'phones', userId: string): Promise<void> {
  const { db } = testApp.services
  await db.updateTable(table).set({ provenance: 'self_unverified' }).where('userId', '=', userId).execute()
}

describe('password link', () => {
  it('mails a link, in no subject, to a page of its platform', async () => {
    const { email } = await testApp.makeUser({ email: 'School@Example.com', platforms: ['school'] })
    const { status, text } = await requestLink(testApp, { email: 'SCHOOL@example.COM', product: 'school' })
    assert.deepEqual([status, text], [204, ''])
    const [mail] = await messagesTo(testApp, email)
    assert.equal(mail?.subject, 'Set a new Foyer password')
    assert.match(mail?.text ?? '', /for 30 minutes/)
    const url = await linkTo(testApp, email)
    assert.match(
      url.href,
      /^http:\/\/localhost:4000\/school\/reset-password\/[^/]+\/rs_[\w-]{43}\/\d{13}\?platform=school$/,
    )
    assert.ok(mail?.html?.includes(`href="${url.href}"`))
    assert.equal((await openLink(testApp, partsOf(url))).data.platform, 'school')
  })

  it('builds links that lead to a page of each platform', () => {
    const path = { uuid: randomUUID(), token: 'rs_x', timestamp: '1' }
    for (const platform of platforms)
      for (const purpose of ['reset', 'create', 'beta'] as const) {
        const url = new URL(linkUrl('https://accounts.example', { purpose, ...path }, platform))
        const page = resolvePage(url.pathname, url.searchParams)
        assert.equal(page.kind, 'page', url.href)
        const expected = `${purpose}-password`
        assert.deepEqual(page.kind === 'page' && [page.page, page.type, page.platform], [
          expected,
          'link',
          platform,
        ])
        const { segment, hasOwnPages } = areas[platformRow(platform).area]
        if (purpose === 'reset' && hasOwnPages && segment)
          assert.ok(url.pathname.startsWith(`/${segment}/`), url.href)
      }
  })

  it('builds links from the configured address, whatever host a request names', async () => {
    const user = await testApp.makeUser()
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    }
    await requestLink(testApp, { email: user.email }, { headers })
    const [mail] = await messagesTo(testApp, user.email)
    assert.ok(mail)
    assert.doesNotMatch(mail.text + mail.html, /evil/)
    assert.equal((await linkTo(testApp, user.email)).origin, 'http://localhost:4000')
  })

  it("links to the user's own platform if the form is of another platform of the product", async () => {
    const { email } = await testApp.makeUser({ platforms: ['professor'] })
    await requestLink(testApp, { email, platform: 'student' }, newAddress())
    assert.equal((await linkTo(testApp, email)).searchParams.get('platform'), 'professor')
  })

  it('sets the first password of a user without one', async () => {
    const user = await testApp.makeUser({ password: null })
    assert.equal((await reset(testApp, await requestedLink(testApp, user))).status, 200)
  })

  it('stores the token of a link as an HMAC and in no audit event', async () => {
    const user = await testApp.makeUser()
    const { token } = await requestedLink(testApp, user)
    const { rows } = await sql<{ row: string }>`
      select row_to_json(s)::text as row from one_time_tokens as s
      union all select row_to_json(a)::text from audit_events as a
      union all select row_to_json(m)::text from (select template, encode(payload, 'escape') from messages) as m`.execute(
      testApp.services.db,
    )
    const stored = rows.map(({ row }) => row).join('\n')
    assert.ok(!stored.includes(token) && !stored.includes(token.slice(3)))
    assert.ok(!stored.includes(user.email))
  })
})

describe('privacy of link requests', () => {
  it('answers a link request for an ineligible user like any other and sends nothing', async () => {
    const { db } = testApp.services
    const known = await testApp.makeUser({ phoneNumber: freshNumber() })
    const disabled = await testApp.makeUser()
    await db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', disabled.uuid).execute()
    const nowhere = await testApp.makeUser({ platforms: [] })
    const besideProven = await testApp.makeUser({ phoneNumber: freshNumber() })
    await setProvenance('emails', besideProven.uuid)
    await requestLink(testApp, { email: known.email }, newAddress())

    const request = async (email: string) => {
      let answer: Awaited<ReturnType<typeof requestLink>> | undefined
      const more = newAddress()
      const count = await testApp.countStatements(async () => {
        answer = await requestLink(testApp, { email }, more)
      })
      assert.deepEqual([answer?.status, answer?.text], [204, ''])
      const { date: _, 'x-request-id': __, ...headers } = answer?.headers ?? {}
      return { count, headers }
    }
    const expected = await request(known.email)
    const before = await countMessages()
    const others = [disabled, nowhere, besideProven].map(({ email }) => email)
    for (const email of ['nobody@example.com', ...others]) assert.deepEqual(await request(email), expected)
    assert.equal(await countMessages(), before)
    const { rows } = await sql`select from one_time_tokens where user_id is null`.execute(db)
    assert.equal(rows.length, 0, 'no link without a user stays')
  })

  it('runs as many statements for unknown and unsupported phone numbers as for known ones', async () => {
    const phone = freshNumber()
    await testApp.makeUser({ phoneNumber: phone })
    const abroad = '+81312345678'
    await testApp.makeUser({ phoneNumber: abroad })
    await requestLink(testApp, { phone }, newAddress())
    const counts = []
    const before = await countMessages()
    for (const typed of [phone, freshNumber(), abroad, '+81312345679']) {
      const more = newAddress()
      counts.push(
        await testApp.countStatements(async () => {
          assert.equal((await requestLink(testApp, { phone: typed }, more)).status, 204)
        }),
      )
    }
    assert.equal(new Set(counts).size, 1, counts.join())
    assert.equal((await countMessages()) - before, 1)
  })
})

describe('link request by phone', () => {
  it('needs the country of a phone number in national form', async () => {
    const phoneNumber = freshNumber()
    await testApp.makeUser({ phoneNumber })
    const national = `0${phoneNumber.slice(3)}`
    const refused = await requestLink(testApp, { phone: national }, newAddress())
    assert.deepEqual([refused.status, refused.code], [400, 'country-code-needed'])
    assert.ok(refused.fields.countryCode)
    const invalid = await requestLink(testApp, { phone: national, countryCode: 'FR' }, newAddress())
    assert.deepEqual([invalid.status, invalid.code], [400, 'country-code-needed'])
    assert.match(invalid.fields.countryCode?.[0] ?? '', /France \(\+33\)/)
    await requestLink(testApp, { phone: national, countryCode: 'IN' }, newAddress())
    const [sms] = await messagesTo(testApp, phoneNumber)
    assert.match(sms?.text ?? '', /\n\nhttp:\/\/localhost:4000\/reset-password\/\S+$/)
  })

  it('reads a phone number in the digits of every script', async () => {
    const phoneNumber = freshNumber()
    await testApp.makeUser({ phoneNumber })
    const devanagari = phoneNumber.slice(3).replace(/\d/g, (digit) => '०१२३४५६७८९'[Number(digit)] ?? '')
    await requestLink(testApp, { phone: devanagari, countryCode: 'IN' }, newAddress())
    assert.equal((await messagesTo(testApp, phoneNumber)).length, 1)
  })

  it('refuses text that is no phone number from every caller', async () => {
    for (const [phone, code] of [
      ['abc', 'contact-invalid'],
      ['+91 98765 4321', 'phone-invalid'],
    ] as const) {
      const refused = await requestLink(testApp, { phone }, newAddress())
      assert.deepEqual([refused.status, refused.code], [400, code])
      assert.ok(refused.fields.phone)
    }
  })

  it('refuses links by phone alike if SMS is unavailable or the daily limit is used up', async () => {
    const withoutSms = await openTestApp({ config: { captcha: 'off', hasDevTools: false } })
    const phoneNumber = freshNumber()
    await withoutSms.makeUser({ phoneNumber })
    for (const phone of [phoneNumber, freshNumber()]) {
      const { status, code, fields } = await requestLink(withoutSms, { phone })
      assert.deepEqual([status, code], [503, 'sms-unavailable'])
      assert.ok(fields.phone)
    }
    await withoutSms.close()

    const limited = await openTestApp({ config: { captcha: 'off', smsPerDay: 1 } })
    const numbers = [freshNumber(), freshNumber()]
    for (const number of numbers) await limited.makeUser({ phoneNumber: number })
    const codes = []
    for (const phone of [numbers[0], numbers[1], freshNumber()])
      codes.push((await requestLink(limited, { phone: phone ?? '' })).code)
    assert.deepEqual(codes, [undefined, 'sms-unavailable', 'sms-unavailable'])
    await limited.close()
  })
})

describe('request with an old link', () => {
  const again = (path: { uuid: string; token: string; timestamp: string }) => ({
    link: { purpose: 'reset' as const, ...path },
  })

  it('sends another link for one that is valid, expired or used', async () => {
    const user = await testApp.makeUser()
    const good = await requestedLink(testApp, user)
    await requestLink(testApp, again(good), newAddress())
    const second = partsOf(await linkTo(testApp, user.email))
    assert.notEqual(second.token, good.token)
    await ageLinks(testApp, 1_801)
    await requestLink(testApp, again(second), newAddress())
    const third = partsOf(await linkTo(testApp, user.email))
    assert.equal((await reset(testApp, third)).status, 200)
    await sql`delete from attempts where key like 'reset-links:%'`.execute(testApp.services.db)
    await requestLink(testApp, again(third), newAddress())
    assert.equal((await openLink(testApp, partsOf(await linkTo(testApp, user.email)))).status, 200)
  })

  it('sends nothing for a link that is made up, changed or of a disabled user, and answers alike', async () => {
    const user = await testApp.makeUser()
    const disabled = await testApp.makeUser()
    const links = [await requestedLink(testApp, user), await requestedLink(testApp, disabled)] as const
    const { db } = testApp.services
    await db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', disabled.uuid).execute()
    const before = await countMessages()
    for (const link of [
      { ...links[0], timestamp: String(Number(links[0].timestamp) + 1) },
      { ...links[0], uuid: disabled.uuid },
      links[1],
    ])
      assert.deepEqual(
        [(await requestLink(testApp, again(link), newAddress())).status, await countMessages()],
        [204, before],
      )
  })

  it('accepts exactly one of email, phone and old link', async () => {
    const user = await testApp.makeUser()
    const link = await requestedLink(testApp, user)
    for (const body of [
      {},
      { email: user.email, phone: '+919876500000' },
      { email: user.email, ...again(link) },
    ]) {
      const { status, code } = await requestLink(testApp, body, newAddress())
      assert.deepEqual([status, code], [400, 'invalid-request'])
    }
  })
})

it('sends a link for every platform', async () => {
  for (const platform of platforms as readonly Platform[]) {
    const { email } = await testApp.makeUser({ platforms: [platform] })
    const { product } = platformRow(platform)
    await requestLink(testApp, { email, product, platform }, newAddress())
    assert.equal((await linkTo(testApp, email)).searchParams.get('platform'), platform)
  }
})
