/** Setting a password by a link: once, by the right link alone, and whatever the old one opened ends. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sendOtp } from '@foyer/contract/otp'
import { listSessions, refreshToken } from '@foyer/contract/sessions'
import { login } from '@foyer/contract/sign-in'
import { sql } from 'kysely'
import { type House, openHouse, rightPassword } from '../test-house.ts'
import {
  acceptBeta,
  ageLinks,
  askedLink,
  askLink,
  create,
  linkTo,
  look,
  lookAtInvitation,
  messagesTo,
  newPassword,
  partsOf,
  reset,
} from './test-links.ts'

let house: House
before(async () => {
  house = await openHouse({ config: { captcha: 'off', limitsFactor: 1_000 } })
})
after(() => house.close())

function signIn(uuid: string, password: string, headers: Record<string, string> = {}) {
  return house.call(login, { body: { uuid, password, product: 'learning' } }, { headers })
}

function cookieOf({ headers }: { headers: Record<string, unknown> }): string {
  return String(headers['set-cookie']).split(';')[0] ?? ''
}

describe('a link', () => {
  it('says whose it is, masked, and sets a password that signs in; the old one does not', async () => {
    const user = await house.makeUser({ email: 'whose@example.com' })
    const link = await askedLink(house, user)
    const { status, data, headers } = await look(house, link)
    assert.equal(status, 200)
    assert.deepEqual(data, {
      email: 'w•••@example.com',
      phoneNumber: null,
      product: 'learning',
      platform: 'student',
    })
    assert.equal(headers['cache-control'], 'no-store')

    const set = await reset(house, link)
    assert.deepEqual([set.status, set.data], [200, { email: user.email, phoneNumber: null }])
    assert.equal(set.headers['set-cookie'], undefined, 'nobody is signed in')
    assert.equal((await signIn(user.uuid, rightPassword)).code, 'wrong-credentials')
    assert.equal((await signIn(user.uuid, newPassword)).status, 200)
  })

  it('may be looked at by any number of scanners, by GET and HEAD, and works still', async () => {
    const user = await house.makeUser()
    const link = await askedLink(house, user)
    const url = `/api/auth/reset-password/${link.uuid}/${link.token}/${link.timestamp}`
    for (let turn = 0; turn < 50; turn += 1) {
      const method = turn % 5 === 0 ? 'HEAD' : 'GET'
      assert.equal((await house.app.inject({ method, url })).statusCode, 200)
    }
    assert.equal((await reset(house, link)).status, 200)
  })

  it('is good once, for one of fifty at once', async () => {
    const user = await house.makeUser({ email: 'fifty@example.com' })
    const link = await askedLink(house, user)
    const answers = await Promise.all(Array.from({ length: 50 }, () => reset(house, link)))
    const won = answers.filter(({ status }) => status === 200)
    assert.equal(won.length, 1)
    for (const { status, code, fields } of answers) {
      if (status === 200) continue
      assert.ok(code === 'link-used' || code === 'overloaded', code)
      if (code === 'link-used') assert.deepEqual(fields.account, ['f•••@example.com'])
    }
    const again = await look(house, link)
    assert.deepEqual([again.code, again.fields.account], ['link-used', ['f•••@example.com']])
  })

  it('is none of ours with anything of it changed, be it a timestamp of tomorrow', async () => {
    const user = await house.makeUser()
    const other = await house.makeUser()
    const link = await askedLink(house, user)
    const changed = [
      { ...link, timestamp: String(Number(link.timestamp) + 1) },
      { ...link, timestamp: String(Number(link.timestamp) + 86_400_000) },
      { ...link, timestamp: `0${link.timestamp}` },
      { ...link, uuid: other.uuid },
      { ...link, uuid: randomUUID() },
      { ...link, token: `${link.token}A` },
      { ...link, token: link.token.slice(0, -1) },
      { ...link, token: link.token.toLowerCase() },
    ]
    for (const wrong of changed) {
      for (const answer of [await look(house, wrong), await reset(house, wrong)]) {
        assert.deepEqual([answer.status, answer.code], [400, 'link-invalid'])
        assert.deepEqual(answer.fields, {})
      }
    }
    assert.equal((await reset(house, link)).status, 200)
  })

  it('works for half an hour by the database’s clock, then says whose it was', async () => {
    const user = await house.makeUser({ email: 'late@example.com' })
    const link = await askedLink(house, user)
    await ageLinks(house, 1_790)
    assert.equal((await look(house, link)).status, 200)
    await ageLinks(house, 11)
    for (const answer of [await look(house, link), await reset(house, link)])
      assert.deepEqual([answer.code, answer.fields.account], ['link-expired', ['l•••@example.com']])
    const future = { ...link, timestamp: String(Date.now() + 86_400_000) }
    assert.equal((await reset(house, future)).code, 'link-invalid')
    assert.equal((await signIn(user.uuid, rightPassword)).status, 200)
  })

  it('ends when a newer one is asked for', async () => {
    const user = await house.makeUser()
    const first = await askedLink(house, user)
    const second = await askedLink(house, user)
    assert.equal((await reset(house, first)).code, 'link-expired')
    assert.equal((await reset(house, second)).status, 200)
  })

  it('is one newest of ten asked for at once', async () => {
    const user = await house.makeUser()
    await Promise.all(Array.from({ length: 10 }, () => askLink(house, { email: user.email })))
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from secrets
      where user_id = ${user.uuid} and expires_at > clock_timestamp()`.execute(house.services.db)
    assert.equal(rows[0]?.count, 1)
  })

  it('of one kind is none of another, nor is any other value of ours', async () => {
    const user = await house.makeUser()
    const link = await askedLink(house, user)
    assert.equal((await lookAtInvitation(house, link)).code, 'link-invalid')
    assert.equal((await create(house, link)).code, 'link-invalid')
    assert.equal((await acceptBeta(house, link)).code, 'link-invalid')
    const session = await signIn(user.uuid, rightPassword)
    const { data } = await house.mint(session.data.accessToken)
    for (const token of [data.code, session.data.refreshToken.slice(0, 250)])
      assert.equal((await reset(house, { ...link, token })).code, 'link-invalid')
    const body = { refreshToken: link.token }
    assert.equal((await house.call(refreshToken, { body })).status, 401)
    assert.equal((await reset(house, link)).status, 200)
  })

  it('that is wrong counts against its person, and keeps nobody’s right one from them', async () => {
    const strict = await openHouse({ config: { captcha: 'off' } })
    const user = await strict.makeUser()
    const link = await askedLink(strict, user)
    const codes = []
    for (let turn = 0; turn < 12; turn += 1)
      codes.push((await look(strict, { ...link, token: `rs_${turn}` })).code)
    assert.deepEqual(codes.slice(0, 10), Array(10).fill('link-invalid'))
    assert.deepEqual(codes.slice(10), ['too-many-attempts', 'too-many-attempts'])
    assert.equal(
      (await look(strict, { ...link, uuid: randomUUID() })).code,
      'link-invalid',
      'others are free',
    )
    assert.equal((await look(strict, link)).status, 200)
    assert.equal((await reset(strict, link)).status, 200)
    await strict.close()
  })

  it('refuses a password that would be guessed first, and stays good', async () => {
    const user = await house.makeUser({ firstName: 'Anastasia', lastName: 'Kowalska' })
    const link = await askedLink(house, user)
    for (const [password, code] of [
      ['password123', 'password-common'],
      ['AnastasiaKowalska', 'password-personal'],
    ] as const) {
      const answer = await reset(house, link, password)
      assert.equal(answer.code, code)
      assert.ok(answer.fields.password1)
    }
    assert.ok((await reset(house, link, 'short')).fields.password1)
    assert.equal((await reset(house, link)).status, 200)
  })

  it('of somebody who was disabled meanwhile is none, and neither is one whose address is theirs no more', async () => {
    const { db } = house.services
    const disabled = await house.makeUser()
    const moved = await house.makeUser()
    const links = [await askedLink(house, disabled), await askedLink(house, moved)]
    await db.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', disabled.uuid).execute()
    await db.deleteFrom('emails').where('userId', '=', moved.uuid).execute()
    for (const link of links) {
      assert.equal((await look(house, link)).code, 'link-invalid')
      assert.equal((await reset(house, link)).code, 'link-invalid')
    }
  })
})

describe('after a reset', () => {
  it('every session is over, with its tokens and what it was handed to; other links and codes too', async () => {
    const user = await house.makeUser({ email: 'all-over@example.com' })
    const { data: session } = await signIn(user.uuid, rightPassword)
    const token = session.accessToken
    assert.equal((await house.call(listSessions, {}, { token })).status, 200)
    const body = { medium: 'email', purpose: 'login', user: user.uuid } as const
    const { data: challenge } = await house.call(sendOtp, { body })
    const link = await askedLink(house, user)
    assert.equal((await reset(house, link)).status, 200)

    assert.equal((await house.call(listSessions, {}, { token })).status, 401, 'at once')
    assert.equal(
      (await house.call(refreshToken, { body: { refreshToken: session.refreshToken } })).status,
      401,
    )
    const { rows } = await sql<{ open: number }>`select
      (select count(*) from sessions where user_id = ${user.uuid} and revoked_at is null)
      + (select count(*) from otp_challenges where user_id = ${user.uuid} and superseded_at is null and used_at is null)
      + (select count(*) from secrets where user_id = ${user.uuid} and used_at is null and expires_at > clock_timestamp())
      + (select count(*) from known_devices where user_id = ${user.uuid}) as open`.execute(house.services.db)
    assert.equal(Number(rows[0]?.open), 0)
    assert.ok(challenge.token)
    assert.equal((await signIn(user.uuid, newPassword)).status, 200)
  })

  it('its owner is told by mail, with the way to take the account back', async () => {
    const user = await house.makeUser({ email: 'told@example.com', firstName: 'Told' })
    await reset(house, await askedLink(house, user), newPassword, {
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    })
    const [notice] = await messagesTo(house, user.email)
    assert.equal(notice?.template, 'password-changed')
    assert.match(notice?.text ?? '', /with Firefox on Linux/)
    assert.match(notice?.text ?? '', /^http:\/\/localhost:4000\/forgot-password\?platform=student$/m)
  })

  it('an account that wrong guesses had closed is open again, for strangers and in known browsers', async () => {
    const user = await house.makeUser()
    const cookie = cookieOf(await signIn(user.uuid, rightPassword))
    await signIn(user.uuid, 'wrong', { cookie })
    await signIn(user.uuid, 'wrong')
    const { db } = house.services
    await sql`update attempts set count = 100, blocked_until = 'infinity' where key like 'guess:%'`.execute(
      db,
    )
    for (const headers of [{ cookie }, {}])
      assert.equal((await signIn(user.uuid, rightPassword, headers)).code, 'account-locked')
    await reset(house, await askedLink(house, user))
    for (const headers of [{}, { cookie }, { cookie }])
      assert.equal((await signIn(user.uuid, newPassword, headers)).status, 200)
    await sql`delete from attempts where key like 'guess:%'`.execute(db)
  })

  it('a sign-in with the old password that was under way leaves no session', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const user = await house.makeUser()
      const link = await askedLink(house, user)
      const [set, ...entered] = await Promise.all([
        reset(house, link),
        ...Array.from({ length: 6 }, () => signIn(user.uuid, rightPassword)),
      ])
      assert.equal(set.status, 200)
      for (const { status, data } of entered) {
        if (status !== 200) continue
        const body = { refreshToken: data.refreshToken }
        assert.equal((await house.call(refreshToken, { body })).status, 401)
      }
    }
  })

  it('whoever had signed up with the address before is out, with password, number and sessions', async () => {
    const victim = await house.makeUser({ email: 'victim@example.com', phoneNumber: '+919876500017' })
    const { db } = house.services
    for (const table of ['emails', 'phones', 'credentials'] as const)
      await db
        .updateTable(table)
        .set({ provenance: 'self_unverified' })
        .where('userId', '=', victim.uuid)
        .execute()
    const planted = await signIn(victim.uuid, rightPassword)
    assert.equal((await reset(house, await askedLink(house, victim))).status, 200)
    assert.equal((await signIn(victim.uuid, rightPassword)).code, 'wrong-credentials')
    const body = { refreshToken: planted.data.refreshToken }
    assert.equal((await house.call(refreshToken, { body })).status, 401)
    const { rows } = await sql<{ provenance: string }>`
      select provenance from emails where user_id = ${victim.uuid}
      union all select provenance from phones where user_id = ${victim.uuid}
      union all select provenance from credentials where user_id = ${victim.uuid}`.execute(db)
    assert.deepEqual(rows, [{ provenance: 'verified' }, { provenance: 'verified' }])
    assert.equal((await signIn(victim.uuid, newPassword)).status, 200)
  })
})

describe('a link by SMS', () => {
  it('leads to the same page, for the same password', async () => {
    const phoneNumber = '+919876500018'
    const user = await house.makeUser({ phoneNumber })
    await askLink(house, { phone: '098765 00018', countryCode: 'IN' })
    const link = partsOf(await linkTo(house, phoneNumber))
    const { data } = await look(house, link)
    assert.deepEqual([data.email, data.phoneNumber], [null, '+91•••018'])
    const set = await reset(house, link)
    assert.deepEqual(set.data, { email: null, phoneNumber })
    assert.equal((await signIn(user.uuid, newPassword)).status, 200)
    assert.equal((await messagesTo(house, user.email))[0]?.template, 'password-changed', 'told by mail')
  })

  it('tells who has no address by SMS', async () => {
    const phoneNumber = '+919876500019'
    const user = await house.makeUser({ phoneNumber })
    await house.services.db.deleteFrom('emails').where('userId', '=', user.uuid).execute()
    await askLink(house, { phone: phoneNumber })
    await reset(house, partsOf(await linkTo(house, phoneNumber)))
    assert.equal((await messagesTo(house, phoneNumber))[0]?.template, 'password-changed')
  })
})
