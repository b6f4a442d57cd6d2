/** Tests `foyer why`: every state is made by requests, by commands, and by a mail server and an SMS provider that fail. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { requestDeletion } from '@foyer/contract/routes/account-deletion'
import { login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import {
  anotherCode,
  endWaits,
  mailCode,
  mailedCode,
  requestCode,
  tryCode,
} from '../../features/otp/test-codes.ts'
import { secondFactorSteps, waysIn, wrongCode } from '../../features/second-factor/test-second-factor.ts'
import { codeOf } from '../../features/second-factor/test-totp.ts'
import { trySignUp } from '../../features/sign-up/test-sign-ups.ts'
import { type MailServer, openMailServer } from '../../messages/test-mail-server.ts'
import { until } from '../../messages/test-outbox.ts'
import { openTestApp, rightPassword, type TestApp, testSecret } from '../../testing/test-app.ts'
import { runFoyer } from './test-run-foyer.ts'

let mail: MailServer
let texts: Server
let smsStatus = 200
let testApp: TestApp
before(async () => {
  mail = await openMailServer()
  texts = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(smsStatus).end())
  }).listen(0, '127.0.0.1')
  await once(texts, 'listening')
  const { port } = texts.address() as AddressInfo
  testApp = await openTestApp({
    config: {
      captcha: 'off',
      trustedProxies: ['127.0.0.1'],
      delivery: {
        mail: { url: mail.url, from: { name: 'Foyer', address: 'no-reply@foyer.example' } },
        sms: { kind: 'webhook', url: `http://127.0.0.1:${port}/sms`, key: Buffer.alloc(32, 'key') },
      },
    },
  })
  testApp.services.outbox.start(testApp.services.db, { tried() {}, unreachable() {} })
})
after(async () => {
  await testApp.services.outbox.stop()
  await testApp.close()
  await mail.close()
  texts.closeAllConnections()
  texts.close()
})

const env = () => ({ DATABASE_URL: testApp.databaseUrl, FOYER_SECRETS: testSecret })
const foyer = (...words: string[]) => runFoyer(words, env())

async function why(...words: string[]): Promise<string> {
  const { code, out, error } = await foyer('why', ...words)
  assert.deepEqual([code, error], [0, ''])
  assert.doesNotMatch(out, /argon2|rt_|counter|\b\d{6}\b/)
  return out
}

/** Returns the causes, the one of the answer first. */
async function causes(...words: string[]): Promise<string[]> {
  const { obstacles } = JSON.parse((await foyer('why', ...words, '--json')).out)
  return obstacles.map(({ cause }: { cause: string }) => cause)
}

let addresses = 0
function newNetwork() {
  addresses += 1
  return `198.53.${addresses >> 8}.${addresses & 255}`
}

function enter(uuid: string, password = rightPassword, from = newNetwork(), more: object = {}) {
  const body = { uuid, password, product: 'learning', ...more } as const
  return testApp.call(login, { body }, { headers: { 'x-forwarded-for': from } })
}

async function faultOf(uuid: string, state: string): Promise<void> {
  await until(async () => (await causes(uuid)).includes(state))
}

const limit = { timeout: 180_000 }

describe('why', limit, () => {
  it('names the last sign-in if nothing stands in the way', async () => {
    const { uuid, email } = await testApp.makeUser({ phoneNumber: '+919876500101' })
    assert.match(
      await why(uuid),
      /^Asha Rao \(.+\)\nNothing stands in the way\.\nThe audit trail has no sign-in of this user\.\n$/,
    )
    await enter(uuid)
    for (const named of [uuid, email.toUpperCase(), '+91 98765 00101'])
      assert.match(
        await why(named),
        /^Asha Rao \(.+\)\nNothing stands in the way\.\nThe last sign-in was at \S+Z, at student\.\n$/,
      )
  })

  it('says that the last password or code was wrong, until the user signs in', async () => {
    const user = await testApp.makeUser()
    await enter(user.uuid, 'wrong')
    assert.match(await why(user.uuid), /\nThe last attempt failed: .+ \(wrong password\) at \S+Z\.\n/)
    const code = await mailedCode(testApp, user)
    await tryCode(testApp, { ...code, otp: anotherCode(code.otp) })
    assert.match(await why(user.uuid), /\nThe last attempt failed: .+ \(wrong code, .+\) at \S+Z\.\n/)
    assert.equal((await enter(user.uuid)).status, 200)
    assert.deepEqual(await causes(user.uuid), [])
  })

  it('says until when an account is locked', async () => {
    const { uuid } = await testApp.makeUser()
    for (let count = 0; count < 6; count += 1) await enter(uuid, 'wrong')
    assert.match(
      await why(uuid),
      /\nThe account is locked until \S+Z, after too many wrong passwords or codes\.\n/,
    )
    await foyer('user', 'unlock', uuid)
    assert.ok(!(await causes(uuid)).includes('locked'))
  })

  it('says until when the second factor is locked, and that only the operator ends it early', async () => {
    const steps = secondFactorSteps(() => testApp)
    const { uuid, secret } = await steps.makeEnrolled()
    const { token } = waysIn(await steps.signIn(uuid))
    const totp = wrongCode(codeOf(secret))
    for (let count = 0; count < 6; count += 1) await steps.complete({ token, totp })
    assert.equal((await causes(uuid))[0], 'second-factor-locked')
    assert.match(
      await why(uuid),
      /second factor is locked until \S+Z, .+ A password reset doesn’t end this\./,
    )
    await foyer('user', 'unlock', uuid)
    assert.ok(!(await causes(uuid)).includes('second-factor-locked'))
  })

  it('says since when and by whom an account is disabled', async () => {
    const { uuid } = await testApp.makeUser()
    await foyer('user', 'disable', uuid, '--as', 'Nila Iyer')
    assert.match(
      await why(uuid),
      /\nThe account is disabled since \S+Z, by Nila Iyer: user enable ends this\.\n/,
    )
    await foyer('user', 'enable', uuid)
    assert.deepEqual(await causes(uuid), [])
  })

  it('names the platform of which the account is no member', async () => {
    const { uuid } = await testApp.makeUser()
    assert.equal(
      (await enter(uuid, rightPassword, newNetwork(), { platform: 'professor' })).code,
      'no-membership',
    )
    assert.match(
      await why(uuid),
      /\nThe account is no member of professor \(it has student\), and tried it at \S+Z\.\n/,
    )
    assert.match(
      await why(uuid, '--platform', 'iqa'),
      /\nThe account is no member of iqa \(it has student\)\.\n/,
    )
    assert.deepEqual(await causes(uuid, '--platform', 'student'), [])
    await foyer('membership', 'add', uuid, 'professor')
    assert.deepEqual(await causes(uuid), [])
    const nobody = await testApp.makeUser({ platforms: [] })
    assert.match(await why(nobody.uuid), /\nThe account is a member of no platform\.\n/)
  })

  it('says that the account is being deleted, and when', async () => {
    const { uuid } = await testApp.makeUser()
    const { data } = await enter(uuid)
    const { status } = await testApp.call(requestDeletion, { body: {} }, { token: data.accessToken })
    assert.equal(status, 200)
    assert.match(
      await why(uuid),
      /\nThe account is being deleted: .+ at \S+Z, it is due at \S+Z, and a sign-in before then cancels it\.\n/,
    )
  })

  it('says that no contact is verified after a sign-up', async () => {
    const email = 'new@example.com'
    assert.equal((await trySignUp(testApp, { email })).status, 200)
    assert.match(await why(email), /\nNo contact is verified: .+ removes the password .+\.\n/)
  })

  it('says that there is no way in for an account without password whose number gets no SMS', async () => {
    const { uuid } = await testApp.makeUser({ password: null, phoneNumber: '+33612345678' })
    assert.deepEqual(await causes(uuid), [])
    await testApp.services.db.deleteFrom('emails').where('userId', '=', uuid).execute()
    assert.match(await why(uuid), /\nThere is no password, and no SMS goes to the country of the number/)
    await testApp.services.db.deleteFrom('phones').where('userId', '=', uuid).execute()
    assert.match(await why(uuid), /\nThere is no way in: /)
  })

  it('says that the receiving server refused the code with 550', async () => {
    const { uuid } = await testApp.makeUser({ email: 'gone@example.com' })
    mail.behaviour = 'unknown'
    await mailCode(testApp, uuid)
    await faultOf(uuid, 'message-refused')
    mail.behaviour = 'fine'
    assert.match(
      await why(uuid),
      /\nThe code to g•••@example\.com of \S+Z was given up: the receiving server refused it with 550\.\n/,
    )
  })

  it('says that a code is queued because the mail server does not answer', async () => {
    const { uuid } = await testApp.makeUser()
    await mail.close()
    await mailCode(testApp, uuid)
    await until(async () => / does not answer /.test(await why(uuid)))
    assert.match(
      await why(uuid),
      /\nThe code to p•••@example\.com of \S+Z is queued: the mail server does not answer \(E[A-Z]+\); the next try is at \S+Z\.\n/,
    )
    await mail.open()
    await until(async () => (await causes(uuid)).length === 0)
  })

  it('says that no try of a code has ended, once the code is a minute old', async () => {
    const { uuid } = await testApp.makeUser()
    mail.behaviour = 'hang'
    await mailCode(testApp, uuid)
    assert.deepEqual(await causes(uuid), [])
    await sql`update messages set created_at = created_at - interval '61 seconds' where state = 'waiting'`.execute(
      testApp.services.db,
    )
    assert.match(await why(uuid), /\nThe code to .+ is queued, and no try has ended: /)
    mail.behaviour = 'fine'
  })

  it('says that a code is queued because the SMS provider fails', async () => {
    const { uuid } = await testApp.makeUser({ phoneNumber: '+919876500102' })
    smsStatus = 503
    await requestCode(testApp, { medium: 'sms', purpose: 'login', user: uuid })
    await until(async () => / answered /.test(await why(uuid)))
    assert.match(
      await why(uuid),
      /\nThe code to \+91•••102 of \S+Z is queued: the SMS provider answered 503; the next try is at \S+Z\.\n/,
    )
    smsStatus = 200
    await until(async () => (await causes(uuid)).length === 0)
  })

  it('says that as many codes were sent as a contact gets', async () => {
    const { uuid } = await testApp.makeUser()
    for (let count = 0; count < 5; count += 1) {
      assert.equal((await mailCode(testApp, uuid)).status, 200)
      await endWaits(testApp)
    }
    assert.match(await why(uuid), /\nAs many codes were sent as a contact gets, until \S+Z\.\n/)
  })

  it('says that the sign-ins of a network are limited, also if the operator names the network', async () => {
    const { uuid } = await testApp.makeUser()
    const other = await testApp.makeUser()
    const school = '203.0.113.7'
    await enter(uuid, 'wrong', school)
    const flood = async (lane: number) => {
      for (let count = 0; count < 50; count += 1) {
        const body = {
          email: `nobody${lane}-${count}@example.com`,
          password: 'wrong',
          product: 'learning',
        } as const
        await testApp.call(login, { body }, { headers: { 'x-forwarded-for': school } })
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, lane) => flood(lane)))
    assert.equal((await enter(uuid, rightPassword, school)).status, 429)
    assert.match(
      await why(uuid),
      /\nSign-ins are limited for the network of the latest attempts until \S+Z \(limit login:address\)\.\n/,
    )
    assert.deepEqual(await causes(other.uuid), [])
    assert.match(
      await why(other.uuid, '--network', school),
      /\nSign-ins are limited for the network 203\.0\.113\.7 until \S+Z \(limit login:address\)\.\n/,
    )
    assert.deepEqual(await causes(other.uuid, '--network', '203.0.113.8'), [])
  })

  it('refuses an unknown user and a text that is no address', async () => {
    const unknown = await foyer('why', 'nobody@example.com')
    assert.deepEqual([unknown.code, unknown.error], [1, 'No user has this email address or phone number\n'])
    const { uuid } = await testApp.makeUser()
    const misread = await foyer('why', uuid, '--network', 'a school')
    assert.deepEqual([misread.code, misread.error], [1, '--network: give an IPv4 or IPv6 address\n'])
    assert.equal((await foyer('why')).code, 2)
  })
})
