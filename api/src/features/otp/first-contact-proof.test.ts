/**
 * Tests that the first proof of an unproven contact removes an impostor who set up the account with this contact
 * (N-30, N-134).
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { getSkillPortfolio, putSkillPortfolio } from '@foyer/contract/profile/skill-portfolio'
import { createCode } from '@foyer/contract/routes/handover'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { login } from '@foyer/contract/routes/sign-in'
import type { Provenance } from '../../kernel/db/tables.ts'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { codeTo, countMessages, endWaits, mailCode, mailedCode, requestCode, tryCode } from './test-codes.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

/** Makes a user with a password whose contacts are unproven or invited. */
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

describe('first proof of a contact', () => {
  it("removes an impostor's password, sessions and other contacts at the first proof of an address", async () => {
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

  it('removes an unproven address at the first proof of a number', async () => {
    const victim = await makeUnproven('self_unverified', '+919876510002')
    const body = { medium: 'sms', channel: 'both', purpose: 'login', user: victim.uuid } as const
    const { data } = await requestCode(testApp, body)
    const entered = await tryCode(testApp, { token: data.token, otp: await codeTo(testApp, '+919876510002') })
    assert.equal(entered.data.user.email, null)
    assert.deepEqual(await provenanceOf('emails', victim.uuid), [])
    assert.deepEqual(await provenanceOf('phones', victim.uuid), ['verified'])
  })

  it('sends and accepts no code for an unproven address beside a proven number', async () => {
    const phoneNumber = '+919876510003'
    const victim = await makeUnproven('self_unverified', phoneNumber)
    const cookie = cookieOf(await tryPassword(victim.uuid))
    const sentBefore = await mailedCode(testApp, victim)
    await endWaits(testApp)
    const body = { medium: 'sms', purpose: 'login', user: victim.uuid } as const
    const own = { headers: { cookie } }
    const { data } = await requestCode(testApp, body, own)
    const planted = { token: data.token, otp: await codeTo(testApp, phoneNumber) }
    assert.equal((await tryCode(testApp, planted, own)).status, 200)
    assert.deepEqual(await provenanceOf('credentials', victim.uuid), ['verified'])

    const refused = await tryCode(testApp, sentBefore)
    assert.equal(refused.code, 'otp-wrong')
    assert.equal((await tryCode(testApp, sentBefore)).code, 'otp-expired', 'the code is used up')
    assert.deepEqual(await provenanceOf('emails', victim.uuid), ['self_unverified'])
    await endWaits(testApp)
    const count = await countMessages(testApp)
    assert.equal((await mailCode(testApp, victim.uuid)).status, 200)
    assert.equal(await countMessages(testApp), count)
  })

  it('proves a contact beside a proven one in a known browser only', async () => {
    const phoneNumber = '+919876510004'
    const user = await makeUnproven('verified', phoneNumber)
    const { db } = testApp.services
    await db
      .updateTable('emails')
      .set({ provenance: 'self_unverified' })
      .where('userId', '=', user.uuid)
      .execute()
    const own = { headers: { cookie: cookieOf(await tryPassword(user.uuid)) } }
    const right = await mailedCode(testApp, user, own)
    assert.equal((await tryCode(testApp, right, own)).status, 200)
    assert.deepEqual(await provenanceOf('emails', user.uuid), ['verified'])
    assert.deepEqual(await provenanceOf('phones', user.uuid), ['verified'])
  })

  it("keeps no impostor's password when two contacts are proven at once", async () => {
    for (let round = 0; round < 4; round += 1) {
      const phoneNumber = `+91987651010${round}`
      const victim = await makeUnproven('self_unverified', phoneNumber)
      const cookie = cookieOf(await tryPassword(victim.uuid))
      const mailed = await mailedCode(testApp, victim)
      const body = { medium: 'sms', purpose: 'login', user: victim.uuid } as const
      await endWaits(testApp)
      const { data } = await requestCode(testApp, body, { headers: { cookie } })
      const texted = { token: data.token, otp: await codeTo(testApp, phoneNumber) }
      const [mine] = await Promise.all([
        tryCode(testApp, mailed),
        tryCode(testApp, texted, { headers: { cookie } }),
      ])
      const isPlantedKept = (await tryPassword(victim.uuid)).status === 200
      assert.equal(mine?.status === 200 && isPlantedKept, false, `round ${round}`)
    }
  })

  it('proves address and password in the browser that signed in with the password', async () => {
    const user = await makeUnproven()
    const first = await tryPassword(user.uuid)
    const cookie = cookieOf(first)
    const right = await mailedCode(testApp, user)
    assert.equal((await tryCode(testApp, right, { headers: { cookie } })).status, 200)
    assert.deepEqual(await provenanceOf('credentials', user.uuid), ['verified'])
    assert.deepEqual(await provenanceOf('emails', user.uuid), ['verified'])
    const { refreshToken: token } = first.data
    assert.equal((await testApp.call(refreshToken, { body: { refreshToken: token } })).status, 200)
    assert.equal((await tryPassword(user.uuid)).status, 200)
  })

  it('removes the skill portfolio that a stranger set up, so that it shows no more (N-30)', async () => {
    const user = await makeUnproven()
    const { accessToken: token } = (await tryPassword(user.uuid)).data
    const body = { isPublic: true, headline: 'Written by a stranger', items: [] }
    assert.equal((await testApp.call(putSkillPortfolio, { body }, { token })).status, 200)
    const proven = await tryCode(testApp, await mailedCode(testApp, user))
    const own = proven.data.universal.accessToken
    const kept = await testApp.call(getSkillPortfolio, {}, { token: own })
    assert.deepEqual(kept.data, { isPublic: false, headline: null, items: [] })
  })

  it('keeps password and sessions if the address was invited or proven before', async () => {
    for (const provenance of ['invited', 'verified'] as const) {
      const user = await makeUnproven(provenance)
      const { data } = await tryPassword(user.uuid)
      assert.equal((await tryCode(testApp, await mailedCode(testApp, user))).status, 200)
      assert.deepEqual(await provenanceOf('emails', user.uuid), ['verified'])
      assert.deepEqual(await provenanceOf('credentials', user.uuid), [provenance])
      const renewed = await testApp.call(refreshToken, { body: { refreshToken: data.refreshToken } })
      assert.equal(renewed.status, 200)
    }
  })

  it('leaves no session of concurrent sign-ins with the password that a proof removes', async () => {
    for (let round = 0; round < 4; round += 1) {
      const victim = await makeUnproven()
      const right = await mailedCode(testApp, victim)
      // Attempts count before their password is compared, so a fifth attempt could lock out the code.
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
