/** The first code that comes back from an address nobody had proven: whoever set the account up with it is put out. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createCode } from '@foyer/contract/routes/handover'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { login } from '@foyer/contract/routes/sign-in'
import type { Provenance } from '../db/tables.ts'
import { openTestApp, rightPassword, type TestApp } from '../testing/test-app.ts'
import { askCode, codeTo, countMessages, endWaits, mailCode, mailedCode, tryCode } from './test-codes.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

/** Somebody who signed up with an address, or was invited by it, and chose a password, but proved nothing yet. */
async function makeUnproven(provenance: Provenance = 'self_unverified', phoneNumber?: string) {
  const user = await testApp.makeUser(phoneNumber ? { phoneNumber } : {})
  const { db } = testApp.services
  for (const table of ['emails', 'phones', 'credentials'] as const) {
    await db.updateTable(table).set({ provenance }).where('userId', '=', user.uuid).execute()
  }
  return user
}

function tryPassword(uuid: string, headers: Record<string, string> = {}) {
  const body = { uuid, password: rightPassword, product: 'learning' as const }
  return testApp.call(login, { body }, { headers })
}

async function provenanceOf(table: 'emails' | 'phones' | 'credentials', userId: string) {
  const rows = await testApp.services.db
    .selectFrom(table)
    .select('provenance')
    .where('userId', '=', userId)
    .execute()
  return rows.map(({ provenance }) => provenance)
}

function cookieOf({ headers }: { headers: Record<string, unknown> }): string {
  return String(headers['set-cookie']).split(';')[0] ?? ''
}

describe('the first proof of an address that anybody could have signed up with', () => {
  it('ends the password, the sessions and the other contacts of whoever did', async () => {
    const victim = await makeUnproven('self_unverified', '+919876510001')
    const planted = await tryPassword(victim.uuid)
    const cookie = cookieOf(planted)
    const { accessToken, refreshToken: token } = planted.data
    assert.equal(
      (await testApp.call(createCode, { body: { platform: 'student' } }, { token: accessToken })).status,
      200,
    )

    const entered = await tryCode(testApp, await mailedCode(testApp, victim))
    assert.equal(entered.status, 200)
    assert.deepEqual(await provenanceOf('emails', victim.uuid), ['verified'])
    assert.deepEqual(await provenanceOf('phones', victim.uuid), [])
    assert.deepEqual(await provenanceOf('credentials', victim.uuid), [])
    assert.equal((await tryPassword(victim.uuid, { cookie })).code, 'wrong-credentials')
    assert.equal((await testApp.call(refreshToken, { body: { refreshToken: token } })).status, 401)
    const minted = await testApp.call(createCode, { body: { platform: 'student' } }, { token: accessToken })
    assert.equal(minted.status, 401, 'at once')
    const own = { refreshToken: entered.data.universal.refreshToken }
    assert.equal((await testApp.call(refreshToken, { body: own })).status, 200)
  })

  it('by SMS takes an unproven address away, and the answer says so', async () => {
    const victim = await makeUnproven('self_unverified', '+919876510002')
    const body = { medium: 'sms', channel: 'both', purpose: 'login', user: victim.uuid } as const
    const { data } = await askCode(testApp, body)
    const entered = await tryCode(testApp, { token: data.token, otp: await codeTo(testApp, '+919876510002') })
    assert.equal(entered.data.user.email, null)
    assert.deepEqual(await provenanceOf('emails', victim.uuid), [])
    assert.deepEqual(await provenanceOf('phones', victim.uuid), ['verified'])
  })

  it('comes too late where somebody proved a number of their own beside it: no code goes out, none opens', async () => {
    const phoneNumber = '+919876510003'
    const victim = await makeUnproven('self_unverified', phoneNumber)
    const cookie = cookieOf(await tryPassword(victim.uuid))
    const sentBefore = await mailedCode(testApp, victim)
    await endWaits(testApp)
    const body = { medium: 'sms', purpose: 'login', user: victim.uuid } as const
    const own = { headers: { cookie } }
    const { data } = await askCode(testApp, body, own)
    const planted = { token: data.token, otp: await codeTo(testApp, phoneNumber) }
    assert.equal((await tryCode(testApp, planted, own)).status, 200)
    assert.deepEqual(await provenanceOf('credentials', victim.uuid), ['verified'])

    const refused = await tryCode(testApp, sentBefore)
    assert.equal(refused.code, 'otp-wrong')
    assert.equal((await tryCode(testApp, sentBefore)).code, 'otp-expired', 'it is burned')
    assert.deepEqual(await provenanceOf('emails', victim.uuid), ['self_unverified'])
    await endWaits(testApp)
    const count = await countMessages(testApp)
    assert.equal((await mailCode(testApp, victim.uuid)).status, 200)
    assert.equal(await countMessages(testApp), count)
  })

  it('opens a contact beside a proven one in a known browser alone', async () => {
    const phoneNumber = '+919876510004'
    const person = await makeUnproven('verified', phoneNumber)
    const { db } = testApp.services
    await db
      .updateTable('emails')
      .set({ provenance: 'self_unverified' })
      .where('userId', '=', person.uuid)
      .execute()
    const own = { headers: { cookie: cookieOf(await tryPassword(person.uuid)) } }
    const right = await mailedCode(testApp, person, own)
    assert.equal((await tryCode(testApp, right, own)).status, 200)
    assert.deepEqual(await provenanceOf('emails', person.uuid), ['verified'])
    assert.deepEqual(await provenanceOf('phones', person.uuid), ['verified'])
  })

  it('of two contacts at once is one: the other no longer opens the account to a stranger', async () => {
    for (let round = 0; round < 4; round += 1) {
      const phoneNumber = `+91987651010${round}`
      const victim = await makeUnproven('self_unverified', phoneNumber)
      const cookie = cookieOf(await tryPassword(victim.uuid))
      const mailed = await mailedCode(testApp, victim)
      const body = { medium: 'sms', purpose: 'login', user: victim.uuid } as const
      await endWaits(testApp)
      const { data } = await askCode(testApp, body, { headers: { cookie } })
      const texted = { token: data.token, otp: await codeTo(testApp, phoneNumber) }
      const [mine] = await Promise.all([
        tryCode(testApp, mailed),
        tryCode(testApp, texted, { headers: { cookie } }),
      ])
      const isPlantedKept = (await tryPassword(victim.uuid)).status === 200
      assert.equal(mine?.status === 200 && isPlantedKept, false, `round ${round}`)
    }
  })

  it('in the browser where they signed in with that password proves both', async () => {
    const person = await makeUnproven()
    const first = await tryPassword(person.uuid)
    const cookie = cookieOf(first)
    const right = await mailedCode(testApp, person)
    assert.equal((await tryCode(testApp, right, { headers: { cookie } })).status, 200)
    assert.deepEqual(await provenanceOf('credentials', person.uuid), ['verified'])
    assert.deepEqual(await provenanceOf('emails', person.uuid), ['verified'])
    const { refreshToken: token } = first.data
    assert.equal((await testApp.call(refreshToken, { body: { refreshToken: token } })).status, 200)
    assert.equal((await tryPassword(person.uuid)).status, 200)
  })

  it('takes nothing from the invited, nor from whoever proved it long ago', async () => {
    for (const provenance of ['invited', 'verified'] as const) {
      const person = await makeUnproven(provenance)
      const { data } = await tryPassword(person.uuid)
      assert.equal((await tryCode(testApp, await mailedCode(testApp, person))).status, 200)
      assert.deepEqual(await provenanceOf('emails', person.uuid), ['verified'])
      assert.deepEqual(await provenanceOf('credentials', person.uuid), [provenance])
      const renewed = await testApp.call(refreshToken, { body: { refreshToken: data.refreshToken } })
      assert.equal(renewed.status, 200)
    }
  })

  it('is not outrun by a flood of sign-ins with the password it takes away', async () => {
    for (let round = 0; round < 4; round += 1) {
      const victim = await makeUnproven()
      const right = await mailedCode(testApp, victim)
      // One more, and the ladder may hold the code until the passwords were compared.
      const flood = Array.from({ length: 4 }, () => tryPassword(victim.uuid))
      const [entered, ...planted] = await Promise.all([tryCode(testApp, right), ...flood])
      assert.equal(entered?.status, 200)
      for (const answer of planted) {
        if (answer.status !== 200 || !('refreshToken' in answer.data)) continue
        const { refreshToken: token } = answer.data
        assert.equal((await testApp.call(refreshToken, { body: { refreshToken: token } })).status, 401)
      }
      assert.deepEqual(await provenanceOf('credentials', victim.uuid), [])
    }
  })
})
