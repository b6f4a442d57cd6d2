/** Tests that a code is bound to the clients of the origin that it is sent to (RFC 6749 §4.1.3) (N-57). */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { storeClients } from '../../identity/credentials/platform-clients.ts'
import { readRegistry } from '../../kernel/config/platform-registry.ts'
import { clientSecret, openTestApp, type TestApp, testConfig } from '../../testing/test-app.ts'

const web = 'https://learn.example'
const labs = 'https://labs.example'
const secretSha256 = createHash('sha256').update(clientSecret).digest('hex')
const client = (id: string, origins: string[], more = {}) => ({ id, secretSha256, origins, ...more })

const registry = readRegistry(
  JSON.stringify({
    student: {
      home: `${web}/home`,
      origins: [web, labs],
      clients: [
        client('web', [web]),
        client('web-next', [web]),
        client('labs', [labs]),
        client('labs-old', [labs], { requiresPkce: false }),
      ],
    },
    school: { home: `${web}/school`, origins: [web], clients: [client('school', [web])] },
  }),
  { isProduction: false },
)

let testApp: TestApp
let accessToken: string
before(async () => {
  testApp = await openTestApp({ config: { ...testConfig(), registry, limitsFactor: 100 } })
  await storeClients(testApp.services.db, registry.clients)
  accessToken = (await testApp.signIn()).accessToken
})
after(() => testApp.close())

const codeVerifier = randomBytes(32).toString('base64url')
const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')

async function mint(redirectUrl: string): Promise<string> {
  return (await testApp.mint(accessToken, { redirectUrl, codeChallenge })).data.code
}

function redeem(code: string, redirectUrl: string, as: string) {
  const body = { code, platform: 'student', redirectUrl, codeVerifier } as const
  return testApp.call(exchangeCode, { body }, { client: as })
}

async function newestRefusal() {
  const events = testApp.services.db.selectFrom('auditEvents').selectAll().orderBy('id', 'desc')
  const { event, clientId, details } = await events.executeTakeFirstOrThrow()
  return { event, clientId, details }
}

describe('the client of a code', () => {
  it('redeems the codes that are sent to its own origin', async () => {
    for (const [origin, id] of [
      [web, 'web'],
      [labs, 'labs'],
    ] as const) {
      const url = `${origin}/callback?state=1`
      assert.equal((await redeem(await mint(url), url, id)).status, 200, id)
    }
  })

  it('is any client of an origin that several clients share', async () => {
    const url = `${web}/callback`
    for (const id of ['web', 'web-next'])
      assert.equal((await redeem(await mint(url), url, id)).status, 200, id)
  })

  it('is no other client of the platform, which uses up the code and is told no reason', async () => {
    const url = `${web}/callback`
    const code = await mint(url)
    const { status, code: error, detail } = await redeem(code, url, 'labs')
    assert.deepEqual([status, error, detail], [400, 'code-invalid', undefined])
    assert.deepEqual(await newestRefusal(), {
      event: 'code-refused',
      clientId: 'labs',
      details: { mismatch: 'client' },
    })
    assert.equal((await redeem(code, url, 'web')).code, 'code-invalid')
  })

  it('is no client of another platform on the same origin, which uses up the code', async () => {
    const url = `${web}/callback`
    const code = await mint(url)
    const { status, code: error, detail } = await redeem(code, url, 'school')
    assert.deepEqual([status, error, detail], [400, 'code-invalid', undefined])
    assert.deepEqual(await newestRefusal(), {
      event: 'code-refused',
      clientId: 'school',
      details: { mismatch: 'platform' },
    })
    assert.equal((await redeem(code, url, 'web')).code, 'code-invalid')
  })

  it('is no client that names its own origin for a code that was sent to another', async () => {
    const code = await mint(`${web}/callback`)
    assert.equal((await redeem(code, `${labs}/callback`, 'labs')).code, 'code-invalid')
    assert.equal((await newestRefusal()).details.mismatch, 'client')
  })

  it('is no other client that is exempt from PKCE and names no redirect URL', async () => {
    const plain = async (redirectUrl: string) => (await testApp.mint(accessToken, { redirectUrl })).data.code
    const redeemPlain = (code: string) =>
      testApp.call(exchangeCode, { body: { code, platform: 'student' } }, { client: 'labs-old' })
    assert.equal((await redeemPlain(await plain(`${labs}/callback`))).status, 200)
    assert.equal((await redeemPlain(await plain(`${web}/callback`))).code, 'code-invalid')
  })
})
