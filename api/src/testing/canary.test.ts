/** Tests that no secret appears in a log line, a table or a metric, whatever fails (N-25, N-85, N-151). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { allRoutes } from '@foyer/contract/routes/all-routes'
import { setAttribute, trackEvents } from '@foyer/contract/routes/analytics'
import { endPreviousSession, startAutoLogin } from '@foyer/contract/routes/auto-login'
import { reportError } from '@foyer/contract/routes/error-reports'
import { createCode, exchangeCode } from '@foyer/contract/routes/handover'
import { createHelpRequest } from '@foyer/contract/routes/help'
import { createIdToken } from '@foyer/contract/routes/id-token'
import { listNotifications, postNotification } from '@foyer/contract/routes/notifications'
import { sendOtp, verifyOtp } from '@foyer/contract/routes/otp'
import { listSessions, logout, refreshToken } from '@foyer/contract/routes/sessions'
import { changePassword, getSettings } from '@foyer/contract/routes/settings'
import { findUser, login } from '@foyer/contract/routes/sign-in'
import { signUp } from '@foyer/contract/routes/sign-up'
import { getSignupTracking, putSignupTracking } from '@foyer/contract/routes/signup-tracking'
import { decodeJwt } from 'jose'
import { databaseBounds } from '../kernel/db/connect.ts'
import { reportDeliveries } from '../messages/delivery-report.ts'
import { signInFromSister } from './canary-auto-login.ts'
import { continueInBrowser } from './canary-browser-session.ts'
import {
  application,
  basic,
  bearer,
  changeSettings,
  createSend,
  endOtherSessions,
  handOver,
  lookUp,
  openAccount,
  type Send,
  sendMalformed,
  sendRecords,
  signIn,
  signInByCode,
  solveCaptchas,
  solveForSignUp,
} from './canary-calls.ts'
import { changeEmails } from './canary-emails.ts'
import { sendExamples } from './canary-examples.ts'
import { withoutConnections, withoutTables } from './canary-failures.ts'
import { uploadFiles } from './canary-files.ts'
import { askForHelp, helpRequest } from './canary-help.ts'
import { failLinks, setByLinks } from './canary-links.ts'
import { type LogoutReceiver, openLogoutReceiver } from './canary-logout.ts'
import { addReferenceData, notificationTo, notify } from './canary-notifications.ts'
import { changePhones } from './canary-phones.ts'
import { keepPortfolio } from './canary-portfolio.ts'
import { failProfile, fillProfile } from './canary-profile.ts'
import { keepSchools, signUpSchools } from './canary-schools.ts'
import { signInSocially } from './canary-social.ts'
import { allowedColumns, sent } from './canary-values.ts'
import { type Canaries, type Cell, cellsOf, findCanaries, metricsCell } from './find-canaries.ts'
import { clientSecret, openTestApp, type TestApp, testConfig } from './test-app.ts'
import { patientBounds } from './test-database.ts'

const lines: string[] = []
let testApp: TestApp
let send: Send
let receiver: LogoutReceiver
let issued: Canaries = {}
/** Personal data: not secret, but the log must not contain it. */
let ids: Canaries = {}

before(async () => {
  receiver = await openLogoutReceiver()
  const registry = receiver.receiveAll(testConfig().registry)
  testApp = await openTestApp({
    config: {
      logLevel: 'trace',
      limitsFactor: 1_000,
      registry,
      tokenSync: { url: 'https://sync.example/token', maxAgeSeconds: 300 },
    },
    // Uses the service's own connection timeout, because the test waits for several refused connections.
    database: { bounds: { ...patientBounds, connectMs: databaseBounds.connectMs } },
    logTo: { write: (line) => lines.push(line) },
  })
  send = createSend(testApp)
  const { db, outbox, metrics } = testApp.services
  outbox.start(db, reportDeliveries(testApp.app.log, metrics))
})
after(async () => {
  await testApp.services.outbox.stop()
  await testApp.close()
  receiver.close()
})

/** Repeats the calls while tables are missing (500), and while the database has no free connection (503). */
async function failEverywhere(uuid: string): Promise<void> {
  const own = bearer(issued['access token'] ?? '')
  const [from, to] = [sent['right password'], sent['changed password']]
  const passwords = { currentPassword: from, password1: to, password2: to }
  const tracking = { email: sent.email, name: sent['first name'], uuid, source: sent['source of a sign-up'] }
  const captcha = await solveForSignUp(testApp)
  await Promise.all([
    send(signUp, application({ captcha }), { 'idempotency-key': randomUUID() }),
    send(findUser, { userId: sent.email, product: 'learning' }),
    send(login, { uuid, password: sent['right password'], product: 'learning' }),
    send(refreshToken, { refreshToken: issued['refresh token'] }),
    send(createCode, { platform: 'student' }, own),
    send(exchangeCode, { code: issued.code, platform: 'student' }, basic(clientSecret)),
    send(logout, undefined, own),
    send(startAutoLogin, {
      accessToken: issued['access token'],
      refreshToken: issued['new refresh token'],
    }),
    send(endPreviousSession, undefined, own),
    send(createIdToken, undefined, own),
    send(sendOtp, { token: issued['challenge of a mail'] }),
    send(sendOtp, { medium: 'email', purpose: 'login', user: uuid }),
    send(verifyOtp, {
      universalToken: true,
      token: issued['challenge of an SMS'],
      otp: issued['code by SMS'],
    }),
    send(listSessions, undefined, own),
    send(changePassword, passwords, own),
    send(getSettings, undefined, own),
    send(createHelpRequest, helpRequest(), own),
    send(postNotification, notificationTo(uuid), basic(clientSecret)),
    send(listNotifications, undefined, own),
    send(putSignupTracking, { data: tracking }, own, { email: sent.email }),
    send(getSignupTracking, undefined, own, { email: sent.email }),
    send(setAttribute, { name: 'favourite', value: sent.attribute }, own),
    send(trackEvents, { events: [{ event: 'seen', payload: {}, at: new Date().toISOString() }] }),
    send(reportError, { kind: 'error', message: sent.email, frames: [], page: '/', build: 'unknown' }),
    failLinks(send, issued),
    failProfile(send, issued['access token'] ?? ''),
  ])
}

it('calls every route with watched values, and makes it fail in every way', async () => {
  const { uuid } = await testApp.makeUser({
    email: sent.email,
    phoneNumber: sent.phone,
    password: sent['right password'],
    firstName: sent['first name'],
    lastName: sent['last name'],
  })
  await lookUp(send)
  const session = await signIn(send, uuid)
  const account = await openAccount(testApp, send)
  const continued = await signInFromSister(testApp, send)
  const code = await handOver(send, session.accessToken)
  const continuedHere = await continueInBrowser(testApp, send)
  const byCode = await signInByCode(testApp, send, uuid)
  await sendRecords(send, uuid, session.accessToken)
  await askForHelp(testApp, send, session.accessToken)
  await notify(send, uuid, session.accessToken)
  await addReferenceData(testApp, send, session.accessToken)
  await fillProfile(testApp, send, session.accessToken)
  await uploadFiles(testApp, send, session.accessToken)
  const schools = { ...(await signUpSchools(testApp, send)), ...(await keepSchools(testApp, send)) }
  await keepPortfolio(send, uuid, session.accessToken)
  const social = await signInSocially(testApp, send)
  const links = await setByLinks(testApp, send)
  const emails = await changeEmails(testApp, send)
  const phones = await changePhones(testApp, send)
  const solutions = await solveCaptchas(testApp, send)
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
    'access token of a new account': account.accessToken ?? '',
    'refresh token of a new account': account.refreshToken ?? '',
    'solved captcha of a sign-up': account.captcha ?? '',
    'access token of an auto-login': continued.accessToken,
    'refresh token of an auto-login': continued.refreshToken,
    'cookie of a browser at a sister site': continued.cookie.replace(/.*=/, ''),
    'challenge of a mail': byCode.first ?? '',
    'challenge of an SMS': byCode.token ?? '',
    'code by mail': byCode.mailed ?? '',
    'code by SMS': byCode.code ?? '',
    'access token by code': byCode.accessToken ?? '',
    'refresh token by code': byCode.refreshToken ?? '',
    ...continuedHere,
    ...links,
    ...emails,
    ...phones,
    ...schools,
    ...social,
    ...solutions,
  }
  ids = {
    uuid,
    'session id': String(decodeJwt(session.accessToken).sid),
    'session id by code': String(decodeJwt(byCode.accessToken ?? '').sid),
  }
  const idToken = await send(createIdToken, undefined, bearer(session.accessToken))
  issued['ID token'] = (idToken.data as unknown as { id_token: string }).id_token
  await endOtherSessions(send, session.accessToken)
  await changeSettings(send, session.accessToken)
  await send(logout, undefined, bearer(sent['forged access token']))
  await sendMalformed(testApp)

  await withoutTables(testApp.services, () => failEverywhere(uuid))
  await withoutConnections(testApp.services, () => failEverywhere(uuid))
  await send(logout, undefined, bearer(session.accessToken))
  await sendExamples(send)
  const isHeard = (line: string) =>
    line.includes('"channel":"back-channel"') && line.includes('"result":"sent"')
  while (!lines.some(isHeard)) await sleep(20)
  assert.ok(Object.keys(receiver.tokens()).length > 1, 'the first was refused')
  issued = { ...issued, ...receiver.tokens() }
})

it('stores watched values only in the columns that are meant for them', async () => {
  const cells = await cellsOf(testApp.services.db)
  for (const column of [
    'messages.payload',
    'otp_challenges.code_mac',
    'signup_tracking.data',
    'help_requests.sealed',
    'analytics_events.sealed',
  ])
    assert.ok(
      cells.some(({ name, text }) => name === column && text !== 'null'),
      `there is something in ${column}`,
    )
  assert.ok(cells.some(({ name, text }) => name === 'analytics_events.payload' && text.includes('[email]')))
  assert.ok(cells.some(({ name, text }) => name === 'error_reports.message' && text.includes('[email]')))
  for (const [what, columns] of Object.entries(allowedColumns)) {
    const kept = findCanaries({ [what]: sent[what as keyof typeof sent] }, cells)
    assert.ok(kept.length > 0, `the search finds the ${what} in its column`)
    for (const place of kept)
      assert.ok(
        columns.some((column) => place.endsWith(` in ${column}`)),
        place,
      )
  }
  const secrets = Object.entries(sent).filter(([what]) => !(what in allowedColumns))
  assert.deepEqual(findCanaries({ ...Object.fromEntries(secrets), ...issued }, cells), [])
})

it('writes no watched value to the log at its most detailed level', async () => {
  const logged = lines.map((line) => JSON.parse(line))
  const answered = logged.filter((line) => line.msg === 'answered')
  for (const { method, path } of allRoutes)
    assert.ok(
      answered.some((line) => line.method === method && line.route === path),
      `${path} was called`,
    )
  for (const status of [200, 204, 303, 400, 401, 403, 404, 429, 500, 503])
    assert.ok(
      answered.some((line) => line.status === status),
      `${status} was answered`,
    )
  assert.ok(logged.some((line) => line.err?.errorCode === '42P01' && line.err.stack.includes(' at ')))
  assert.ok(logged.some((line) => line.err?.errorCode === 'HPE_HEADER_OVERFLOW'))
  const cells: Cell[] = lines.map((text) => ({ name: text, text }))
  assert.deepEqual(findCanaries({ ...sent, ...issued, ...ids }, cells), [])
})

it('writes no watched value to the metrics', async () => {
  const text = await testApp.services.metrics.registry.metrics()
  assert.match(text, /route="\/api\/auth\/sso\/login"/)
  assert.match(text, /foyer_message_tries_total\{channel="sms",template="otp-code",result="sent"\}/)
  assert.match(text, /foyer_captchas_total\{limit="otp-send",result="solved"\} 1/)
  assert.deepEqual(findCanaries({ ...sent, ...issued, ...ids }, [metricsCell(text)]), [])
})
