/** Calls every route with canary values, in valid and invalid requests. */
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { allRoutes } from '@foyer/contract/routes/all-routes'
import { identify, setAttribute, trackEvents } from '@foyer/contract/routes/analytics'
import { reportError } from '@foyer/contract/routes/error-reports'
import { createCode, exchangeCode } from '@foyer/contract/routes/handover'
import { sendOtp, verifyOtp } from '@foyer/contract/routes/otp'
import { putName } from '@foyer/contract/routes/own-name'
import type { Route } from '@foyer/contract/routes/route'
import { endOneSession, listSessions } from '@foyer/contract/routes/sessions'
import { changePassword, getOwnPassword, getSettings, putSettings } from '@foyer/contract/routes/settings'
import { findUser, login } from '@foyer/contract/routes/sign-in'
import { signUp } from '@foyer/contract/routes/sign-up'
import { getSignupTracking, putSignupTracking } from '@foyer/contract/routes/signup-tracking'
import { deviceIdHeader, timeZoneHeader, toWire } from '@foyer/contract/wire'
import { sql } from 'kysely'
import { codeTo, endWaits, solveCaptcha } from '../features/otp/test-codes.ts'
import { validBody } from '../kernel/http/test-valid-bodies.ts'
import { sent } from './canary-values.ts'
import { solveChallenge } from './solve-challenge.ts'
import { clientSecret, originOf, type TestApp } from './test-app.ts'

type Headers = Record<string, string>
type Answered = Record<string, never> & { text: string }
export type Send = (
  route: Route,
  body?: object,
  headers?: Headers,
  params?: Record<string, string>,
) => Promise<Answered>

/** Sends each request twice: first with an unexpected query, then without. */
export function createSend({ app }: TestApp): Send {
  return async (route, body, headers = {}, params = {}) => {
    const request = {
      method: route.method,
      url: route.path.replace(/:(\w+)/g, (whole, name: string) => encodeURIComponent(params[name] ?? whole)),
      headers: {
        cookie: `kd=${sent.cookie}; __Host-kd=${sent.cookie}`,
        [deviceIdHeader]: sent['device id'],
        'x-request-id': sent['request id'],
        [timeZoneHeader]: 'Asia/Kolkata',
        'user-agent': sent['user agent'],
        referer: `http://localhost:4000/reset?token=${sent.query}`,
        ...headers,
      },
      ...(body && { payload: toWire(body, route.opaque) as object }),
    }
    await app.inject({ ...request, query: { token: sent.query } })
    const { body: text } = await app.inject(request)
    return { ...(text.startsWith('{') && JSON.parse(text)), text }
  }
}

export const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })
export const basic = (secret: string): Headers => ({
  authorization: `Basic ${Buffer.from(`student-client:${secret}`).toString('base64')}`,
})

export async function lookUp(send: Send): Promise<void> {
  for (const userId of [sent.email, sent['unknown email'], sent.phone, sent['malformed body']])
    for (const captcha of [undefined, { value: sent.captcha, type: 'invisible' }])
      await send(findUser, { userId, product: 'learning', captcha })
}

/** The tokens of a session as the service returned them. */
type Tokens = { accessToken: string; refreshToken: string }

export async function signIn(send: Send, uuid: string): Promise<Tokens> {
  const product = 'learning'
  await send(login, { uuid, password: sent['wrong password'], product })
  await send(login, { email: sent.email, password: sent['wrong password'], product })
  await send(login, { email: sent['unknown email'], password: sent['right password'], product })
  await send(login, { uuid, password: sent['right password'], product, otp: sent['wrong password'] })
  const { data } = await send(login, { uuid, password: sent['right password'], product })
  assert.ok(data, 'the right password signs in')
  const { access_token: accessToken, refresh_token: token } = data
  return { accessToken, refreshToken: token }
}

const ofNewcomer = {
  first_name: sent['first name'],
  last_name: sent['last name'],
  email: sent["newcomer's email"],
  password1: sent["newcomer's password"],
  password2: sent["newcomer's password"],
  source: sent['source of an account'],
  utm_params: { utm_campaign: sent['campaign of an account'] },
  captcha: undefined,
}

/** Returns a valid body of the route with the newcomer's canary values, except for the fields of `more`. */
export function applicationTo(route: Route, more: object): object {
  const valid = validBody(route)
  const watched = Object.entries(ofNewcomer).filter(([name]) => name in valid)
  return { ...valid, ...Object.fromEntries(watched), ...(toWire(more) as object) }
}

export const application = (more: object = {}): object => applicationTo(signUp, more)

/** Solves the captcha challenge that every sign-up requires. */
export async function solveForSignUp({ services }: TestApp) {
  return solveChallenge(await services.proofOfWork.challenge(1, 'sign_up'))
}

/** Signs up, after every kind of refusal. Returns the tokens and the captcha solution. */
export async function openAccount(testApp: TestApp, send: Send): Promise<Record<string, string>> {
  const key = { 'idempotency-key': sent['idempotency key'] }
  const captcha = await solveForSignUp(testApp)
  const weak = { password1: 'password1', password2: 'password1', captcha: await solveForSignUp(testApp) }
  await send(signUp, application())
  await send(signUp, application({ captcha: { ...captcha, value: sent.captcha } }))
  await send(signUp, application(weak), key)
  const { data } = await send(signUp, application({ captcha }), key)
  assert.ok(data, 'the account is opened')
  const again = await send(signUp, application(), key)
  assert.ok(again.data, 'the repeated request is answered again')
  await send(signUp, application({ lastName: null, captcha: await solveForSignUp(testApp) }), key)
  await send(signUp, application({ captcha: await solveForSignUp(testApp) }))
  await send(signUp, application(), { 'idempotency-key': sent['malformed body'] })
  const { access_token: accessToken = '', refresh_token: refreshToken = '' } = data as Record<string, string>
  return { accessToken, refreshToken, captcha: captcha.value }
}

export async function handOver(send: Send, accessToken: string): Promise<string> {
  const codeChallenge = createHash('sha256').update(sent['code verifier']).digest('base64url')
  const foreign = `https://evil.example/?token=${sent.query}`
  await send(createCode, { platform: 'student', redirectUrl: foreign }, bearer(accessToken))
  await send(createCode, { platform: 'student' }, bearer(sent['forged access token']))
  const redirectUrl = `${originOf('student')}/callback?state=${sent.query}`
  const minting = { platform: 'student', redirectUrl, codeChallenge }
  const { data } = await send(createCode, minting, bearer(accessToken))
  const { code } = data as unknown as { code: string }
  const redemption = { code, platform: 'student', redirectUrl, codeVerifier: sent['code verifier'] }
  await send(exchangeCode, redemption, basic(sent['wrong client secret']))
  await send(exchangeCode, { ...redemption, code: sent['forged code'] }, basic(clientSecret))
  const { data: opened } = await send(exchangeCode, redemption, basic(clientSecret))
  assert.ok(opened, 'the code is redeemed')
  await send(exchangeCode, redemption, basic(clientSecret))
  return code
}

/** Requests and enters one-time codes by email and SMS: too early, wrong and right, also for unknown users. */
export async function signInByCode(
  testApp: TestApp,
  send: Send,
  uuid: string,
): Promise<Record<string, string>> {
  const byMail = { medium: 'email', purpose: 'login', user: uuid }
  await send(sendOtp, { ...byMail, user: randomUUID() })
  const first = challengeIn(await send(sendOtp, byMail))
  const mailed = await codeTo(testApp, sent.email)
  await send(sendOtp, { token: first })
  await endWaits(testApp)
  await send(sendOtp, { token: sent['made-up challenge'] })
  const bySms = { medium: 'sms', channel: 'both', purpose: 'login', user: uuid }
  const token = challengeIn(await send(sendOtp, bySms))
  const code = await codeTo(testApp, sent.phone)
  const typed = { universalToken: true, token, otp: code }
  await send(verifyOtp, { ...typed, otp: sent['code typed wrong'] })
  await send(verifyOtp, { ...typed, token: sent['made-up challenge'] })
  const { data } = await send(verifyOtp, typed)
  assert.ok(data, 'the right code signs in')
  const { access_token: accessToken = '', refresh_token: refreshToken = '' } = (
    data as { universal: Record<string, string> }
  ).universal
  return { first, token, mailed, code, accessToken, refreshToken }
}

function challengeIn({ data }: Answered): string {
  assert.ok(data, 'a code is sent')
  return (data as { token: string }).token
}

const agreed = { ...validBody(putSettings), analytics_consent: true }

/** Sends signup tracking, analytics and error reports for the user, and tries to send them for another user. */
export async function sendRecords(send: Send, uuid: string, accessToken: string): Promise<void> {
  const own = bearer(accessToken)
  const name = `${sent['first name']} ${sent['last name']}`
  for (const email of [sent.email, sent['unknown email']]) {
    const data = { email, name, uuid, source: sent['source of a sign-up'] }
    await send(putSignupTracking, { data }, own, { email })
    await send(getSignupTracking, undefined, own, { email })
  }
  await send(putSettings, agreed, own)
  const person = { email: sent.email, firstName: sent['first name'], lastName: sent['last name'] }
  for (const id of [uuid, randomUUID()]) await send(identify, { uuid: id, ...person }, own)
  await send(setAttribute, { name: 'favourite', value: sent.attribute }, own)
  const payload = {
    url: `https://learn.example/a?token=${sent.query}#${sent.query}`,
    by: sent.email,
    phone: sent.phone,
    token: sent['forged refresh token'],
  }
  const at = new Date().toISOString()
  await send(trackEvents, { events: [{ event: 'seen', payload, at }] })
  await send(trackEvents, { events: [{ event: sent['malformed body'], payload, at }] })
  const said = [...Object.values(payload), sent['code typed wrong'], `"${sent['right password']}"`]
  const frame = { name: sent['first name'], file: `/assets/a.js?token=${sent.query}`, line: 1, column: 1 }
  const report = { kind: 'error', message: said.join(' '), frames: [frame, { ...frame, file: 'page' }] }
  await send(reportError, { ...report, page: `/reset-password/${sent.path}`, build: sent.email })
  await send(reportError, { ...report, page: '/', build: 'unknown', kind: sent['malformed body'] })
}

/** Changes the password and back, and changes the settings, with valid and invalid requests. */
export async function changeSettings(send: Send, accessToken: string): Promise<void> {
  const own = bearer(accessToken)
  const right = sent['right password']
  const changed = sent['changed password']
  for (const [from, to, isRight] of [
    [sent['wrong password'], changed, false],
    [right, right, false],
    [right, sent['first name'], false],
    [right, changed, true],
    [changed, right, true],
  ] as const) {
    // `send` sends the body twice; the service refuses the first request because of its query.
    const body = { currentPassword: from, password1: to, password2: to }
    const { text } = await send(changePassword, body, own)
    assert.equal(text === '', isRight, text)
  }
  await send(putSettings, { ...agreed, timezone: sent['malformed body'] }, own)
  await send(putSettings, agreed, own)
  await send(getSettings, undefined, own)
  await send(getOwnPassword, undefined, own)
  await send(putName, { firstName: sent['first name'], lastName: sent['last name'] }, own)
}

/** Ends every session of the user except the caller's. */
export async function endOtherSessions(send: Send, accessToken: string): Promise<void> {
  const own = bearer(accessToken)
  const { data } = await send(listSessions, undefined, own)
  const sessions = data as unknown as { id: string; is_current: boolean }[]
  const others = sessions.filter((session) => !session.is_current).map(({ id }) => id)
  assert.ok(others.length > 0)
  for (const id of [...others, randomUUID(), sent.path]) await send(endOneSession, undefined, own, { id })
}

/** Raises the counters, so that every route requires a captcha challenge; returns the solutions. */
export async function solveCaptchas(testApp: TestApp, send: Send): Promise<Record<string, string>> {
  const { db, config } = testApp.services
  const count = 50 * config.limitsFactor
  await sql`update attempts set count = ${count} where key like '%:address:%'`.execute(db)
  const product = 'learning'
  const user = randomUUID()
  const calls: [Route, object][] = [
    [findUser, { userId: sent.email, product }],
    [login, { email: sent.email, password: sent['wrong password'], product }],
    [sendOtp, { medium: 'email', purpose: 'login', user }],
    [verifyOtp, { universalToken: true, token: sent['made-up challenge'], otp: sent['code typed wrong'] }],
  ]
  const solutions: Record<string, string> = {}
  for (const [route, body] of calls) {
    const { text } = await send(route, body)
    const captcha = await solveCaptcha(text)
    await send(route, { ...body, captcha: { ...captcha, value: sent.captcha } })
    for (const time of ['first', 'second']) {
      const answer = await send(route, { ...body, captcha })
      assert.equal(/captcha-refused/.test(answer.text), time === 'second', answer.text)
    }
    solutions[`solved captcha of ${route.path}`] = captcha.value
  }
  await sql`update attempts set count = 1 where key like '%:address:%'`.execute(db)
  return solutions
}

/** Sends requests that reach no route or no handler. */
export async function sendMalformed({ app }: TestApp): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  for (const { method, path, body } of allRoutes) {
    if (!body) continue
    for (const payload of [`{"password":"${sent['malformed body']}`, `"${sent['malformed body']}"`])
      await app.inject({ method, url: path, headers, payload })
  }
  for (const url of [`/api/auth/${sent.path}`, `/reset/${sent.path}?token=${sent.query}`, `/%zz${sent.path}`])
    for (const method of ['GET', 'POST'] as const) await app.inject({ method, url })
  const foreign = {
    origin: 'https://evil.example',
    cookie: sent.cookie,
    authorization: sent['forged access token'],
  }
  await app.inject({ method: 'POST', url: login.path, headers: foreign, payload: {} })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
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
