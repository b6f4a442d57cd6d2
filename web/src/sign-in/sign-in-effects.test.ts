import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { fieldSentence, sentenceOf } from '../api/failure.ts'
import { answerData, answerError } from '../api/test-browser.ts'
import { chooseCountry } from '../flow/form/country-guess.ts'
import { readStoredAuth, storeAuth } from '../session/stored-auth.ts'
import { found, openPage, proofSubmitted, submitted, uuid } from './test-sign-in-page.ts'

test('signs in with identifier and password and hands over to the platform', async () => {
  const page = openPage('student')
  await page.send(submitted)
  assert.equal(page.now().state, 'account')
  assert.equal(page.now().context.person?.fullName, 'Asha Rao')
  assert.deepEqual(page.tab.states, [null, { step: 'password' }])
  await page.send(proofSubmitted)
  assert.deepEqual(page.went, ['https://home.test/?code=ac_1'])
  assert.equal(readStoredAuth('student')?.refreshToken, 'rt_1')
  const [lookUp, login] = page.asked
  assert.deepEqual(lookUp?.body, { user_id: 'asha@example.com', product: 'learning', platform: 'student' })
  assert.equal(login?.url, '/api/auth/sso/login?platform=learning-web')
  assert.deepEqual(login?.body, { uuid, password: 'correct horse', product: 'learning', platform: 'student' })
  assert.equal(sessionStorage.getItem('foyer.step.student'), null)
  assert.equal(page.now().context.password, '')
})

test('says what is wrong with an identifier that is no contact, without a request', async () => {
  const page = openPage('student')
  for (const identifier of ['abc', 'asha@']) {
    await page.send({ type: 'submitted', identifier })
    assert.equal(page.now().state, 'identifier')
    const { failure } = page.now().context
    assert.match(
      (failure && fieldSentence(failure, 'userId')) ?? '',
      /^Enter an email like name@example\.com or/,
    )
  }
  assert.equal(page.asked.length, 0)
})

test('looks a national phone number up in the chosen country and goes on with its country code', async () => {
  const page = openPage('student', {
    answers: { 'users/fetch': () => answerData({ ...found, phone_number: '+919876543210' }) },
  })
  chooseCountry('IN')
  await page.send({ type: 'submitted', identifier: '०98765 43210' })
  assert.deepEqual(page.asked[0]?.body, {
    user_id: '०98765 43210',
    product: 'learning',
    platform: 'student',
    country_code: 'IN',
  })
  assert.equal(page.now().context.identifier, '+91 98765 43210')
})

test('signs in with email and password together without looking up a user', async () => {
  const page = openPage('school')
  await page.send({
    type: 'credentialsSubmitted',
    identifier: ' asha@example.com ',
    password: 'correct horse',
  })
  assert.deepEqual(
    page.asked.map(({ url }) => url),
    ['/api/auth/sso/login?platform=school-web', '/api/auth/users/settings', '/api/auth/codes'],
  )
  assert.deepEqual(page.asked[0]?.body, {
    email: 'asha@example.com',
    password: 'correct horse',
    product: 'school',
    platform: 'school',
  })
  assert.deepEqual(page.went, ['https://home.test/?code=ac_1'])
  assert.equal(page.tab.states.length, 1)
})

test('keeps the password step after a wrong password, with its sentence and no new history entry', async () => {
  const page = openPage('student', {
    answers: {
      'sso/login': () => answerError(400, 'wrong-credentials', { message: 'Email or password is wrong.' }),
    },
  })
  await page.send(submitted)
  await page.send(proofSubmitted)
  const { state, context } = page.now()
  assert.equal(state, 'account')
  assert.equal(context.failure && sentenceOf(context.failure), 'Email or password is wrong.')
  assert.equal(context.password, '')
  assert.equal(page.tab.states.length, 2)
  assert.equal(readStoredAuth('student'), null)
})

test('does not store a malformed session and reports that no answer came', async () => {
  for (const data of [{}, null, { access_token: 'a', refresh_token: 'b' }]) {
    const page = openPage('student', { answers: { 'sso/login': () => answerData(data) } })
    await page.send(submitted)
    await page.send(proofSubmitted)
    const { state, context } = page.now()
    assert.deepEqual([state, context.failure?.isNetworkFailure], ['account', true])
    assert.equal(localStorage.getItem('foyer.auth.student'), null)
    assert.equal(localStorage.getItem('foyer.auth.undefined'), null)
  }
})

test('does not keep a malformed look-up for a reload', async () => {
  const page = openPage('student', { answers: { 'users/fetch': () => answerData({ uuid }) } })
  await page.send(submitted)
  assert.deepEqual([page.now().state, page.now().context.failure?.isNetworkFailure], ['identifier', true])
  assert.equal(sessionStorage.getItem('foyer.step.student'), null)
})

test('stays at the identifier for an unknown user and adds no history entry', async () => {
  const page = openPage('student', { answers: { 'users/fetch': () => answerError(400, 'user-not-found') } })
  await page.send(submitted)
  assert.equal(page.now().state, 'identifier')
  assert.equal(page.now().context.failure?.errors.code, 'user-not-found')
  assert.deepEqual([page.tab.states.length, page.tab.at()], [1, 0])
})

test("returns to the typed identifier on Back and to the user on Forward, and forgets the user on 'Not you?'", async () => {
  const page = openPage('student')
  await page.send(submitted)
  history.back()
  await setImmediate()
  assert.deepEqual([page.now().state, page.now().context.identifier], ['identifier', 'asha@example.com'])
  history.forward()
  await setImmediate()
  assert.equal(page.now().state, 'account')
  assert.equal(page.asked.length, 1)
  await page.send({ type: 'changed' })
  assert.deepEqual([page.now().state, page.tab.at()], ['identifier', 0])
  history.forward()
  await setImmediate()
  assert.equal(page.now().state, 'identifier')
})

test('sends no request after a reload on the password step and keeps no password', async () => {
  const before = openPage('student', {
    answers: { 'sso/login': () => answerError(400, 'wrong-credentials') },
  })
  await before.send(submitted)
  await before.send(proofSubmitted)
  assert.doesNotMatch(sessionStorage.getItem('foyer.step.student') ?? 'nothing', /correct horse|nothing/)
  const page = openPage('student', { states: before.tab.states })
  assert.deepEqual(
    [page.now().state, page.now().context.identifier, page.now().context.person?.fullName],
    ['account', 'asha@example.com', 'Asha Rao'],
  )
  assert.equal(page.asked.length, 0)
})

test('stores no session if the user goes back while the password is being checked', async () => {
  const page = openPage('student')
  await page.send(submitted)
  page.running.send(proofSubmitted)
  history.back()
  await setImmediate()
  assert.equal(page.now().state, 'identifier')
  assert.equal(readStoredAuth('student'), null)
  assert.deepEqual(page.went, [])
})

test("stores no session after 'Not you? Change' while the password is being checked", async () => {
  const page = openPage('student')
  await page.send(submitted)
  page.running.send(proofSubmitted)
  await page.send({ type: 'changed' })
  assert.equal(page.now().state, 'identifier')
  assert.equal(readStoredAuth('student'), null)
  assert.deepEqual(page.went, [])
})

test('repeats a slow request on retry and uses only the later answer', async () => {
  const page = openPage('student')
  page.running.send(submitted)
  page.running.send({ type: 'retried' })
  await setImmediate()
  assert.equal(page.asked.filter(({ url }) => url.endsWith('/users/fetch')).length, 2)
  assert.equal(page.asked[0]?.init.signal?.aborted, true)
  assert.equal(page.now().state, 'account')
  assert.equal(page.tab.states.length, 2)
})

test('does not hand over from a page that was left', async () => {
  const page = openPage('student')
  await page.send(submitted)
  page.running.send(proofSubmitted)
  while (page.now().state !== 'handingOver') await Promise.resolve()
  page.running.stop()
  await setImmediate()
  assert.equal(page.asked.length, 4)
  assert.deepEqual(page.went, [])
})

test('hands over a stored session at once', async () => {
  const page = openPage('student')
  storeAuth({
    accessToken: 'at_1',
    refreshToken: 'rt_1',
    platform: 'student',
    user: { uuid, email: null, firstName: 'Asha', lastName: null, fullName: 'Asha' },
  })
  await page.send({ type: 'signedIn' })
  assert.deepEqual(
    page.asked.map(({ url }) => url),
    ['/api/auth/codes'],
  )
  assert.deepEqual(page.went, ['https://home.test/?code=ac_1'])
})

test('leads to the account page on a platform that takes no code', async () => {
  const page = openPage('serviceAdmin')
  await page.send(submitted)
  await page.send(proofSubmitted)
  assert.deepEqual(page.went, ['/account?platform=serviceAdmin'])
})

test('stops with a retry when the service makes no authorization code', async () => {
  let isUnavailable = true
  const page = openPage('student', {
    answers: { codes: () => (isUnavailable ? answerError(503, 'overloaded') : answerData({ code: 'ac_2' })) },
  })
  await page.send(submitted)
  await page.send(proofSubmitted)
  assert.equal(page.now().state, 'stopped')
  assert.equal(page.now().context.outcome?.kind, 'failed')
  isUnavailable = false
  await page.send({ type: 'retried' })
  assert.deepEqual(page.went, ['https://home.test/?code=ac_2'])
})
