/** The first code that comes back from an address nobody had proven: whoever set the account up with it is put out. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createCode } from '@foyer/contract/handover'
import { refreshToken } from '@foyer/contract/sessions'
import { login } from '@foyer/contract/sign-in'
import type { Provenance } from '../db/tables.ts'
import { type House, openHouse, rightPassword } from '../test-house.ts'
import { askCode, codeTo, mailedCode, tryCode } from './test-codes.ts'

let house: House
before(async () => {
  house = await openHouse({ config: { limitsFactor: 1_000 } })
})
after(() => house.close())

/** Somebody who signed up with an address, or was invited by it, and chose a password, but proved nothing yet. */
async function makeUnproven(provenance: Provenance = 'self_unverified', phoneNumber?: string) {
  const user = await house.makeUser(phoneNumber ? { phoneNumber } : {})
  const { db } = house.services
  for (const table of ['emails', 'phones', 'credentials'] as const) {
    await db.updateTable(table).set({ provenance }).where('userId', '=', user.uuid).execute()
  }
  return user
}

function tryPassword(uuid: string, headers: Record<string, string> = {}) {
  const body = { uuid, password: rightPassword, product: 'learning' as const }
  return house.call(login, { body }, { headers })
}

async function provenanceOf(table: 'emails' | 'phones' | 'credentials', userId: string) {
  const rows = await house.services.db
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
      (await house.call(createCode, { body: { platform: 'student' } }, { token: accessToken })).status,
      200,
    )

    const entered = await tryCode(house, await mailedCode(house, victim))
    assert.equal(entered.status, 200)
    assert.deepEqual(await provenanceOf('emails', victim.uuid), ['verified'])
    assert.deepEqual(await provenanceOf('phones', victim.uuid), [])
    assert.deepEqual(await provenanceOf('credentials', victim.uuid), [])
    assert.equal((await tryPassword(victim.uuid, { cookie })).code, 'wrong-credentials')
    assert.equal((await house.call(refreshToken, { body: { refreshToken: token } })).status, 401)
    const minted = await house.call(createCode, { body: { platform: 'student' } }, { token: accessToken })
    assert.equal(minted.status, 401, 'at once')
    const own = { refreshToken: entered.data.universal.refreshToken }
    assert.equal((await house.call(refreshToken, { body: own })).status, 200)
  })

  it('by SMS takes an unproven address away, and the answer says so', async () => {
    const victim = await makeUnproven('self_unverified', '+919876510002')
    const body = { medium: 'sms', channel: 'both', purpose: 'login', user: victim.uuid } as const
    const { data } = await askCode(house, body)
    const entered = await tryCode(house, { token: data.token, otp: await codeTo(house, '+919876510002') })
    assert.equal(entered.data.user.email, null)
    assert.deepEqual(await provenanceOf('emails', victim.uuid), [])
    assert.deepEqual(await provenanceOf('phones', victim.uuid), ['verified'])
  })

  it('in the browser where they signed in with that password proves both', async () => {
    const person = await makeUnproven()
    const first = await tryPassword(person.uuid)
    const cookie = cookieOf(first)
    const right = await mailedCode(house, person)
    assert.equal((await tryCode(house, right, { headers: { cookie } })).status, 200)
    assert.deepEqual(await provenanceOf('credentials', person.uuid), ['verified'])
    assert.deepEqual(await provenanceOf('emails', person.uuid), ['verified'])
    const { refreshToken: token } = first.data
    assert.equal((await house.call(refreshToken, { body: { refreshToken: token } })).status, 200)
    assert.equal((await tryPassword(person.uuid)).status, 200)
  })

  it('takes nothing from the invited, nor from whoever proved it long ago', async () => {
    for (const provenance of ['invited', 'verified'] as const) {
      const person = await makeUnproven(provenance)
      const { data } = await tryPassword(person.uuid)
      assert.equal((await tryCode(house, await mailedCode(house, person))).status, 200)
      assert.deepEqual(await provenanceOf('emails', person.uuid), ['verified'])
      assert.deepEqual(await provenanceOf('credentials', person.uuid), [provenance])
      const renewed = await house.call(refreshToken, { body: { refreshToken: data.refreshToken } })
      assert.equal(renewed.status, 200)
    }
  })

  it('is not outrun by a flood of sign-ins with the password it takes away', async () => {
    for (let round = 0; round < 4; round += 1) {
      const victim = await makeUnproven()
      const right = await mailedCode(house, victim)
      // One more, and the ladder may hold the code until the passwords were compared.
      const flood = Array.from({ length: 4 }, () => tryPassword(victim.uuid))
      const [entered, ...planted] = await Promise.all([tryCode(house, right), ...flood])
      assert.equal(entered?.status, 200)
      for (const answer of planted) {
        if (answer.status !== 200 || !('refreshToken' in answer.data)) continue
        const { refreshToken: token } = answer.data
        assert.equal((await house.call(refreshToken, { body: { refreshToken: token } })).status, 401)
      }
      assert.deepEqual(await provenanceOf('credentials', victim.uuid), [])
    }
  })
})
