/** Tests sign-ins inside the page and the back-channel logout against a stand-in of Foyer (N-138, N-140). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type StandIn, startStandIn } from '../stand-in.ts'
import { createSite, type Site } from './site.ts'
import { createVisitor } from './test-visitor.ts'

const client = { platform: 'student', product: 'learning', clientId: 'learning', clientSecret: 'secret' }
const origin = 'http://localhost:4200'

let standIn: StandIn
let site: Site
let visitor: ReturnType<typeof createVisitor>

before(async () => {
  standIn = await startStandIn(client)
})
after(() => standIn.close())
beforeEach(() => {
  Object.assign(standIn.now, { gatewayStatus: null })
  site = createSite({ ...client, accountsUrl: standIn.accountsUrl, origin })
  visitor = createVisitor(site)
})

async function signInInPage(given = visitor): Promise<{ status: number; body: Record<string, unknown> }> {
  const { body } = await given.call('/foyer/begin')
  const code = standIn.mintCode(String(body.codeChallenge), origin)
  return given.call('/foyer/finish', { code })
}

function logOut(token: string, type = 'application/x-www-form-urlencoded') {
  const body = new URLSearchParams({ logout_token: token }).toString()
  return visitor.visit('/foyer/back-channel-logout', {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  })
}

test('a code from a window of Foyer signs the user in', async () => {
  const { status, body } = await signInInPage()
  assert.equal(status, 200)
  assert.deepEqual(body.user, (await visitor.session())?.user)
  assert.deepEqual([...visitor.cookies.keys()], ['foyer'])
})

test('a code that another browser asked for is refused and signs nobody in', async () => {
  const attacker = createVisitor(site)
  const { body } = await attacker.call('/foyer/begin')
  const code = standIn.mintCode(String(body.codeChallenge), origin)
  await visitor.call('/foyer/begin')
  assert.deepEqual(await visitor.call('/foyer/finish', { code }), {
    status: 400,
    body: { error: 'code-invalid' },
  })
  visitor.cookies.clear()
  assert.equal((await visitor.call('/foyer/finish', { code })).body.error, 'state-mismatch')
  assert.equal(await visitor.session(), null)
})

test('two tabs that begin at once share a challenge, so that each can finish', async () => {
  const [first, second] = [await visitor.call('/foyer/begin'), await visitor.call('/foyer/begin')]
  assert.equal(first.body.codeChallenge, second.body.codeChallenge)
  assert.match(String(first.body.redirectUrl), /^http:\/\/localhost:4200\/foyer\/callback\?state=[\w-]{43}$/)
})

test('a popup without its opener finishes by redirect with the challenge of the page', async () => {
  const { body } = await visitor.call('/foyer/begin')
  const query = new URLSearchParams({
    'redirect-url': String(body.redirectUrl),
    code_challenge: String(body.codeChallenge),
  })
  assert.equal((await visitor.open(`${standIn.accountsUrl}/?${query}`)).path, '/')
  assert.equal((await visitor.session())?.user.fullName, 'Asha Rao')
})

test('finish takes a small JSON object with a code, and nothing else', async () => {
  await visitor.call('/foyer/begin')
  for (const body of [{}, { code: '' }, { code: 1 }, [], null, { code: 'x'.repeat(600) }, 'x'.repeat(20_000)])
    assert.equal((await visitor.call('/foyer/finish', body)).status, 400)
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain' }
  const form = await visitor.visit('/foyer/finish', { method: 'POST', headers, body: '{"code":"ac_1"}' })
  assert.equal(form.status, 400)
})

test('a script signs the user out and gets the address of the logout at Foyer', async () => {
  await signInInPage()
  const { status, body } = await visitor.call('/foyer/sign-out')
  assert.equal(status, 200)
  assert.ok(String(body.url).startsWith(`${standIn.accountsUrl}/logout?platform=student`))
  assert.equal(await visitor.session(), null)
})

test('a back-channel logout ends every browser of that session, and no other', async () => {
  await signInInPage()
  const other = createVisitor(site)
  await signInInPage(other)
  assert.equal((await logOut(await standIn.signLogoutToken({ sid: 'another' }))).status, 200)
  assert.ok(await visitor.session())
  assert.equal((await logOut(await standIn.signLogoutToken())).status, 200)
  assert.deepEqual([await visitor.session(), await other.session()], [null, null])
})

test('a back-channel logout without a session ends all sessions of the user', async () => {
  await signInInPage()
  assert.equal((await logOut(await standIn.signLogoutToken({ sid: undefined }))).status, 200)
  assert.equal(await visitor.session(), null)
})

test('a refused logout token is answered with 400, and signs nobody out', async () => {
  await signInInPage()
  const used = await standIn.signLogoutToken({ sid: 'another' })
  await logOut(used)
  for (const token of ['', 'x', await standIn.signToken(), used])
    assert.equal((await logOut(token)).status, 400)
  assert.equal((await logOut(await standIn.signLogoutToken(), 'text/plain')).status, 400)
  assert.ok(await visitor.session())
})

test('a logout token is answered with 503 while the keys of Foyer cannot be fetched', async () => {
  const token = await standIn.signLogoutToken()
  standIn.now.gatewayStatus = 503
  assert.equal((await logOut(token)).status, 503)
  standIn.now.gatewayStatus = null
  assert.equal((await logOut(token)).status, 200)
})
