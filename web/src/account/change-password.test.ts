import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { answerData, answerError, fakeBrowser, setGlobal } from '../api/test-browser.ts'
import { runMachine } from '../flow/machine/step-machine.ts'
import { takeBanner } from '../session/banner.ts'
import { readStoredAuth, storeAuth } from '../session/stored-auth.ts'
import { accessTokenFor, authOf } from '../session/test-sessions.ts'
import { changeEffects } from './change-password-effects.ts'
import { type ChangeEvent, changeMachine, changeStart } from './change-password-machine.ts'

const passwords = {
  currentPassword: 'correct horse',
  password1: 'a staple of batteries',
  password2: 'a staple of batteries',
}
const submitted: ChangeEvent = { type: 'submitted', ...passwords }
const done = () => new Response(null, { status: 204 })

function openForm(answers: (() => Response)[], { isOver = false } = {}) {
  const asked = fakeBrowser(({ url }) => {
    if (url.endsWith('/refresh-token') && isOver) return answerError(401, 'session-ended')
    if (url.endsWith('/refresh-token'))
      return answerData({ access_token: accessTokenFor(600, 'new'), refresh_token: 'rt_2' })
    return (answers.shift() ?? done)()
  })
  storeAuth(authOf('student'))
  let reloads = 0
  setGlobal('location', { reload: () => (reloads += 1) })
  let isChanged = false
  let isSignedOut = false
  const effects = changeEffects('student', {
    onChanged: () => {
      isChanged = true
    },
    onSignedOut: () => {
      isSignedOut = true
    },
  })
  let now = changeStart
  const running = runMachine(
    changeMachine,
    changeStart,
    (name) => effects[name],
    (next) => {
      now = next
    },
  )
  async function send(event: ChangeEvent): Promise<void> {
    running.send(event)
    for (let turn = 0; turn < 8; turn += 1) await setImmediate()
  }
  return {
    asked,
    send,
    now: () => now,
    isChanged: () => isChanged,
    isSignedOut: () => isSignedOut,
    reloads: () => reloads,
  }
}

test('the change-password form sends the three passwords with the access token and keeps none', async () => {
  const form = openForm([])
  await form.send(submitted)
  assert.deepEqual([form.now().state, form.isChanged()], ['changed', true])
  const [one] = form.asked
  assert.equal(one?.url, '/api/auth/change-password')
  assert.deepEqual(one?.body, {
    current_password: 'correct horse',
    password1: 'a staple of batteries',
    password2: 'a staple of batteries',
  })
  assert.match(one?.headers.get('authorization') ?? '', /^Bearer /)
  assert.doesNotMatch(JSON.stringify(form.now().context), /horse|staple/)
})

test('a refusal leads back to the change-password form and keeps no password', async () => {
  const wrong = { field_errors: { current_password: ['This is not your current password.'] } }
  const form = openForm([() => answerError(400, 'password-wrong', wrong)])
  await form.send(submitted)
  const { state, context } = form.now()
  assert.equal(state, 'form')
  assert.deepEqual(context.failure?.errors.fieldErrors, {
    currentPassword: ['This is not your current password.'],
  })
  assert.doesNotMatch(JSON.stringify(context), /horse|staple/)
  await form.send(submitted)
  assert.equal(form.now().state, 'changed')
})

test('the change-password form renews an expired token without a reload', async () => {
  const form = openForm([() => answerError(401, 'session-ended')])
  await form.send(submitted)
  assert.deepEqual([form.now().state, form.reloads()], ['changed', 0])
  assert.equal(readStoredAuth('student')?.refreshToken, 'rt_2')
  assert.equal(form.asked.length, 3)
})

test('submitting the change-password form twice makes one call', async () => {
  const form = openForm([])
  await Promise.all([form.send(submitted), form.send(submitted)])
  assert.equal(form.asked.length, 1)
})

test('a session that was ended elsewhere leads from the change-password form to sign-in with the reason', async () => {
  const ended = () => answerError(401, 'session-ended', { message: 'Your session has ended.' })
  const form = openForm([ended], { isOver: true })
  await form.send(submitted)
  assert.deepEqual([form.isSignedOut(), readStoredAuth('student')], [true, null])
  assert.equal(takeBanner(), 'Your session has ended.')
})
