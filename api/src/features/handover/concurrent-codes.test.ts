/** Tests codes that are minted and redeemed concurrently (N-51). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createCode, exchangeCode } from '@foyer/contract/routes/handover'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { decodeJwt } from 'jose'
import { openTestApp, originOf, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
let copy: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 100 } })
  copy = await testApp.openAnother()
})
after(() => testApp.close())

const home = `${originOf('student')}/home`

function redeem(code: string, app = testApp, redirectUrl = home) {
  const body = { code, platform: 'student', redirectUrl } as const
  return app.call(exchangeCode, { body }, { client: 'student-client' })
}

const renew = (token: string) =>
  testApp.call(refreshToken, { body: { refreshToken: token } }, { client: 'student-client' })

const sidOf = (token: string) => String(decodeJwt(token).sid)

async function mintedCode(): Promise<{ userId: string; parentId: string; code: string }> {
  const { accessToken, user } = await testApp.signIn()
  return {
    userId: user.uuid,
    parentId: sidOf(accessToken),
    code: (await testApp.mint(accessToken)).data.code,
  }
}

async function childrenOf(parentId: string) {
  const children = testApp.services.db.selectFrom('sessions').selectAll().where('parentId', '=', parentId)
  return children.execute()
}

describe('codes that are redeemed at the same moment', () => {
  it('opens the session of each code, with one event for each session', async () => {
    const minted = await Promise.all(Array.from({ length: 5 }, mintedCode))
    const answers = await Promise.all(minted.map(({ code }) => redeem(code)))
    for (const [index, { data }] of answers.entries()) {
      const { userId, parentId } = minted[index] as (typeof minted)[number]
      assert.equal(data.user.uuid, userId)
      const id = sidOf(data.session.accessToken)
      assert.deepEqual(
        (await childrenOf(parentId)).map((child) => [child.id, child.userId, child.clientId]),
        [[id, userId, 'student-client']],
      )
      const events = testApp.services.db.selectFrom('auditEvents').selectAll().where('sessionId', '=', id)
      assert.deepEqual(
        (await events.execute()).map(({ event, userId: of, clientId }) => [event, of, clientId]),
        [['code-exchanged', userId, 'student-client']],
      )
    }
  })

  it('uses up a wrong code among right ones, and says only of that code what is wrong', async () => {
    const [first, wrong, last] = await Promise.all([mintedCode(), mintedCode(), mintedCode()])
    const answers = await Promise.all([
      redeem(first.code),
      redeem(wrong.code, testApp, 'https://evil.example/'),
      redeem(`${last.code}x`),
      redeem(last.code),
    ])
    assert.deepEqual(
      answers.map(({ code, detail }) => detail ?? code ?? 'redeemed'),
      ['redeemed', 'redirect-url-different', 'code-invalid', 'redeemed'],
    )
    assert.equal((await redeem(wrong.code)).code, 'code-invalid')
    assert.deepEqual(await childrenOf(wrong.parentId), [])
  })

  it('redeems a code that two requests bring once, and ends no session but its own', async () => {
    const [twice, other] = await Promise.all([mintedCode(), mintedCode()])
    const [own, ...both] = await Promise.all([other, twice, twice].map(({ code }) => redeem(code)))
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400])
    const winner = both.find(({ status }) => status === 200)
    assert.equal((await renew(winner?.data.session.refreshToken ?? '')).status, 401)
    assert.equal((await renew(own?.data.session.refreshToken ?? '')).status, 200)
  })

  it('redeems a code for one of fifty requests to two copies of the service', async () => {
    const { code, parentId } = await mintedCode()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => redeem(code, index % 2 === 0 ? testApp : copy)),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.equal(answers.filter(({ code: name }) => name === 'code-invalid').length, 49)
    const children = await childrenOf(parentId)
    assert.deepEqual(
      children.map(({ revokedReason }) => revokedReason),
      ['code-replayed'],
    )
  })

  it('keeps twenty platform sessions below a session, however many codes come at once', async () => {
    const { accessToken } = await testApp.signIn()
    const codes = await Promise.all(
      Array.from({ length: 23 }, async () => (await testApp.mint(accessToken)).data.code),
    )
    const answers = await Promise.all(codes.map((code) => redeem(code)))
    assert.ok(answers.every(({ status }) => status === 200))
    const children = await childrenOf(sidOf(accessToken))
    assert.equal(children.length, 23)
    assert.equal(children.filter(({ revokedAt }) => revokedAt === null).length, 20)
  })

  it('keeps twenty platform sessions below a session whose codes come at once without a redirect URL', async () => {
    const { accessToken } = await testApp.signIn()
    const codes = await Promise.all(
      Array.from({ length: 23 }, async () => (await testApp.mint(accessToken)).data.code),
    )
    const redeemed = codes.map((code) =>
      testApp.call(exchangeCode, { body: { code, platform: 'student' } }, { client: 'student-client' }),
    )
    assert.ok((await Promise.all(redeemed)).every(({ status }) => status === 200))
    const children = await childrenOf(sidOf(accessToken))
    assert.equal(children.filter(({ revokedAt }) => revokedAt === null).length, 20)
  })

  it('delays no other code while another transaction has locked the session of one', async () => {
    const [held, free] = await Promise.all([mintedCode(), mintedCode()])
    const order: string[] = []
    const waiting: Promise<unknown>[] = []
    await testApp.services.db.transaction().execute(async (trx) => {
      await trx.selectFrom('sessions').select('id').where('id', '=', held.parentId).forUpdate().execute()
      waiting.push(redeem(held.code).then(({ status }) => order.push(`held ${status}`)))
      await redeem(free.code).then(({ status }) => order.push(`free ${status}`))
      order.push('released')
    })
    await Promise.all(waiting)
    assert.deepEqual(order, ['free 200', 'released', 'held 200'])
  })
})

describe('codes that are minted at the same moment', () => {
  it('gives each session codes of its own, with one event for each code', async () => {
    const sessions = await Promise.all(Array.from({ length: 4 }, () => testApp.signIn()))
    const tokens = sessions.flatMap(({ accessToken }) => [accessToken, accessToken])
    const minted = await Promise.all(tokens.map((token) => testApp.mint(token)))
    assert.equal(new Set(minted.map(({ data }) => data.code)).size, tokens.length)
    for (const { user } of sessions) {
      const events = testApp.services.db.selectFrom('auditEvents').select('details')
      const recorded = await events
        .where('userId', '=', user.uuid)
        .where('event', '=', 'code-minted')
        .execute()
      assert.deepEqual(recorded, [
        { details: { delivery: 'redirect' } },
        { details: { delivery: 'redirect' } },
      ])
    }
    const answers = await Promise.all(minted.map(({ data }) => redeem(data.code)))
    assert.deepEqual(
      answers.map(({ data }) => data.user.uuid),
      sessions.flatMap(({ user }) => [user.uuid, user.uuid]),
    )
  })

  it('fails only for the user who was deleted meanwhile', async () => {
    const [gone, stays] = await Promise.all([testApp.signIn(), testApp.signIn()])
    const mint = ({ accessToken }: { accessToken: string }) =>
      testApp.call(createCode, { body: { platform: 'student' } }, { token: accessToken })
    // The service caches for 3 s that both sessions are open.
    await Promise.all([mint(gone), mint(stays)])
    await testApp.services.db.deleteFrom('users').where('id', '=', gone.user.uuid).execute()
    const answers = await Promise.all([mint(gone), mint(stays)])
    assert.deepEqual(
      answers.map(({ status }) => status === 200),
      [false, true],
    )
  })
})
