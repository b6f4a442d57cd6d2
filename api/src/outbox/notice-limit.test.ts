/** What people are told by mail of their account: never so often that telling them is what somebody is after. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { login } from '@foyer/contract/routes/sign-in'
import { type House, openHouse, rightPassword } from '../testing/test-app.ts'

let house: House
before(async () => {
  house = await openHouse()
})
after(() => house.close())

async function enter(uuid: string) {
  return (await house.call(login, { body: { uuid, password: rightPassword, product: 'learning' } })).data
}

async function countSent(to: string, template: string): Promise<number> {
  const messages = await house.services.outbox.recent(house.services.db, 1_000)
  return messages.filter((message) => message.to === to && message.template === template).length
}

describe('whoever signed up with an address of somebody else, and has its password', () => {
  it('uses old refresh tokens as often as they like, and its owner is told of five a day', async () => {
    const { uuid, email } = await house.makeUser()
    const renew = (token: string) => house.call(refreshToken, { body: { refreshToken: token } })
    for (let turn = 0; turn < 7; turn += 1) {
      const { refreshToken: first } = await enter(uuid)
      const { data: second } = await renew(first)
      await renew(second.refreshToken)
      assert.equal((await renew(first)).status, 401)
    }
    assert.equal(await countSent(email, 'session-ended-for-safety'), 5)
  })
})
