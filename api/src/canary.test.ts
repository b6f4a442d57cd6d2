/** Nothing secret is written down: not in a log line, not in a table, not in a metric, whatever goes wrong. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { after, before, it } from 'node:test'
import { allRoutes } from '@foyer/contract/all-routes'
import { createCode, exchangeCode } from '@foyer/contract/handover'
import type { Route } from '@foyer/contract/route'
import { logout, refreshToken } from '@foyer/contract/sessions'
import { findUser, login } from '@foyer/contract/sign-in'
import { toWire } from '@foyer/contract/wire'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { type Canaries, cellsOf, findCanaries, type Place } from './test-canaries.ts'
import { clientSecret, type House, openHouse } from './test-house.ts'

const unique = () => randomBytes(12).toString('hex')

const sent = {
  'right password': `right ${unique()}`,
  'wrong password': `wrong ${unique()}`,
  email: `known-${unique()}@example.com`,
  "stranger's email": `stranger-${unique()}@example.com`,
  phone: `+9198${Math.floor(10_000_000 + Math.random() * 89_999_999)}`,
  'first name': `First${unique()}`,
  'last name': `Last${unique()}`,
  'device id': `device-${unique()}`,
  cookie: randomBytes(32).toString('base64url'),
  captcha: `captcha-${unique()}`,
  query: `query-${unique()}`,
  path: `path-${unique()}`,
  'request id': `request-${unique()}`,
  'user agent': `agent-${unique()}`,
  'client secret': clientSecret,
  'wrong client secret': `client-${unique()}`,
  'code verifier': `${unique()}${unique()}`,
  'forged code': `ac_${unique()}`,
  'forged refresh token': `rt_${unique()}`,
  'forged access token': `${unique()}.${unique()}.${unique()}`,
  'malformed body': `malformed-${unique()}`,
  'long header': `long-${unique()}`,
} satisfies Canaries

/** Personal data has a column of its own. */
const homes: Record<string, readonly string[]> = {
  email: ['emails.address', 'emails.key'],
  phone: ['phones.number'],
  'first name': ['users.first_name'],
  'last name': ['users.last_name'],
}

const lines: string[] = []
let house: House
let issued: Canaries = {}
/** No secrets, but nothing that names a person in a log. */
let ids: Canaries = {}

before(async () => {
  house = await openHouse({
    config: { logLevel: 'trace', limitsFactor: 1_000 },
    logTo: { write: (line) => lines.push(line) },
  })
})
after(() => house.close())

type Headers = Record<string, string>

/** Once as it is, once with a query nobody asked for. */
async function send(route: Route, body?: object, headers: Headers = {}): Promise<Record<string, never>> {
  const request = {
    method: route.method,
    url: route.path,
    headers: {
      cookie: `kd=${sent.cookie}; __Host-kd=${sent.cookie}`,
      'x-device-id': sent['device id'],
      'x-request-id': sent['request id'],
      'user-agent': sent['user agent'],
      referer: `http://localhost:4000/reset?token=${sent.query}`,
      ...headers,
    },
    ...(body && { payload: toWire(body) as object }),
  }
  await house.app.inject({ ...request, query: { token: sent.query } })
  const { body: text } = await house.app.inject(request)
  return text.startsWith('{') ? JSON.parse(text) : {}
}

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })
const basic = (secret: string): Headers => ({
  authorization: `Basic ${Buffer.from(`student-client:${secret}`).toString('base64')}`,
})

async function lookUp(): Promise<void> {
  for (const userId of [sent.email, sent["stranger's email"], sent.phone, sent['malformed body']])
    for (const captcha of [undefined, { value: sent.captcha, type: 'invisible' }])
      await send(findUser, { userId, product: 'learning', captcha })
}

async function signIn(uuid: string): Promise<{ accessToken: string; refreshToken: string }> {
  const product = 'learning'
  await send(login, { uuid, password: sent['wrong password'], product })
  await send(login, { email: sent.email, password: sent['wrong password'], product })
  await send(login, { email: sent["stranger's email"], password: sent['right password'], product })
  await send(login, { uuid, password: sent['right password'], product, otp: sent['wrong password'] })
  const { data } = await send(login, { uuid, password: sent['right password'], product })
  assert.ok(data, 'the right password signs in')
  const { access_token: accessToken, refresh_token: token } = data
  return { accessToken, refreshToken: token }
}

async function handOver(accessToken: string): Promise<string> {
  const codeChallenge = createHash('sha256').update(sent['code verifier']).digest('base64url')
  const foreign = `https://evil.example/?token=${sent.query}`
  await send(createCode, { platform: 'student', redirectUrl: foreign }, bearer(accessToken))
  await send(createCode, { platform: 'student' }, bearer(sent['forged access token']))
  const { data } = await send(createCode, { platform: 'student', codeChallenge }, bearer(accessToken))
  const { code } = data as unknown as { code: string }
  const redemption = { code, platform: 'student', codeVerifier: sent['code verifier'] }
  await send(exchangeCode, redemption, basic(sent['wrong client secret']))
  await send(exchangeCode, { ...redemption, code: sent['forged code'] }, basic(clientSecret))
  const { data: opened } = await send(exchangeCode, redemption, basic(clientSecret))
  assert.ok(opened, 'the code is redeemed')
  await send(exchangeCode, redemption, basic(clientSecret))
  return code
}

/** What reaches no route, or no handler. */
async function sendNonsense(): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  for (const { method, path, body } of allRoutes) {
    if (!body) continue
    for (const payload of [`{"password":"${sent['malformed body']}`, `"${sent['malformed body']}"`])
      await house.app.inject({ method, url: path, headers, payload })
  }
  for (const url of [`/api/auth/${sent.path}`, `/reset/${sent.path}?token=${sent.query}`, `/%zz${sent.path}`])
    for (const method of ['GET', 'POST'] as const) await house.app.inject({ method, url })
  const foreign = {
    origin: 'https://evil.example',
    cookie: sent.cookie,
    authorization: sent['forged access token'],
  }
  await house.app.inject({ method: 'POST', url: login.path, headers: foreign, payload: {} })
  await house.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = house.app.server.address() as AddressInfo
  for (const head of [
    `GET / HTTP/1.1\r\nhost: x\r\nauthorization: ${sent['long header'].repeat(1_000)}\r\n\r\n`,
    `GET /${sent.path} HTTP/9.9\r\nauthorization: ${sent['long header']}\r\n\r\n`,
  ]) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(head)
    await once(socket.resume(), 'close')
  }
}

/** The same once more while tables are missing (500), and once while the database has no connection left (503). */
async function failEverywhere(uuid: string): Promise<void> {
  const product = 'learning'
  await Promise.all([
    send(findUser, { userId: sent.email, product }),
    send(login, { uuid, password: sent['right password'], product }),
    send(refreshToken, { refreshToken: issued['refresh token'] }),
    send(createCode, { platform: 'student' }, bearer(issued['access token'] ?? '')),
    send(exchangeCode, { code: issued.code, platform: 'student' }, basic(clientSecret)),
    send(logout, undefined, bearer(issued['access token'] ?? '')),
  ])
}

async function withoutConnections(work: () => Promise<void>): Promise<void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { db, config } = house.services
  const held = Array.from({ length: config.databasePoolSize }, () =>
    db.connection().execute(async (connection) => {
      await sql`select 1`.execute(connection)
      await released
    }),
  )
  await work().finally(release)
  await Promise.all(held)
}

it('every route is called with values that are watched, and fails in every way', async () => {
  const { uuid } = await house.makeUser({
    email: sent.email,
    phoneNumber: sent.phone,
    password: sent['right password'],
    firstName: sent['first name'],
    lastName: sent['last name'],
  })
  await lookUp()
  const session = await signIn(uuid)
  const code = await handOver(session.accessToken)
  const { data } = await send(refreshToken, { refreshToken: session.refreshToken })
  await send(refreshToken, { refreshToken: sent['forged refresh token'] })
  const { access_token: newAccess, refresh_token: newRefresh } = data as unknown as Record<string, string>
  issued = {
    code,
    'access token': session.accessToken,
    'signature of the access token': session.accessToken.split('.')[2] ?? '',
    'refresh token': session.refreshToken,
    'new access token': newAccess ?? '',
    'new refresh token': newRefresh ?? '',
  }
  ids = { uuid, 'session id': String(decodeJwt(session.accessToken).sid) }
  await send(logout, undefined, bearer(sent['forged access token']))
  await sendNonsense()

  const { db } = house.services
  await sql`alter table sessions rename to sessions_away`.execute(db)
  await sql`alter table memberships rename to memberships_away`.execute(db)
  await failEverywhere(uuid)
  await sql`alter table sessions_away rename to sessions`.execute(db)
  await sql`alter table memberships_away rename to memberships`.execute(db)
  await withoutConnections(() => failEverywhere(uuid))
  await send(logout, undefined, bearer(session.accessToken))
  for (const route of allRoutes) if (route.method === 'GET') await send(route)
})

it('the tables hold none of them but where they belong', async () => {
  const cells = await cellsOf(house.services.db)
  for (const [what, columns] of Object.entries(homes)) {
    const kept = findCanaries({ [what]: sent[what as keyof typeof sent] }, cells)
    assert.ok(kept.length > 0, `the search finds the ${what} where it belongs`)
    for (const place of kept)
      assert.ok(
        columns.some((column) => place.endsWith(` in ${column}`)),
        place,
      )
  }
  const secrets = Object.entries(sent).filter(([what]) => !(what in homes))
  assert.deepEqual(findCanaries({ ...Object.fromEntries(secrets), ...issued }, cells), [])
})

it('neither does the log, at its most talkative', async () => {
  const logged = lines.map((line) => JSON.parse(line))
  const answered = logged.filter((line) => line.msg === 'answered')
  for (const { method, path } of allRoutes)
    assert.ok(
      answered.some((line) => line.method === method && line.route === path),
      `${path} was called`,
    )
  for (const status of [200, 204, 303, 400, 401, 403, 404, 500, 503])
    assert.ok(
      answered.some((line) => line.status === status),
      `${status} was answered`,
    )
  assert.ok(logged.some((line) => line.err?.errorCode === '42P01' && line.err.stack.includes(' at ')))
  assert.ok(logged.some((line) => line.err?.errorCode === 'HPE_HEADER_OVERFLOW'))
  const places: Place[] = lines.map((text) => ({ name: text, text }))
  assert.deepEqual(findCanaries({ ...sent, ...issued, ...ids }, places), [])
})

it('nor do the metrics', async () => {
  const text = await house.services.metrics.registry.metrics()
  assert.match(text, /route="\/api\/auth\/sso\/login"/)
  assert.deepEqual(findCanaries({ ...sent, ...issued, ...ids }, [{ name: 'metrics', text }]), [])
})
