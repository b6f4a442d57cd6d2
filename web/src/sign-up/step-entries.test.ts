import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { fakeHistory, fakeWindow, setGlobal } from '../api/test-browser.ts'
import { showStep, stepOfEntry } from './step-entries.ts'

let tab: ReturnType<typeof openTab>

function openTab(parent?: unknown) {
  const opened = fakeHistory(fakeWindow(parent), [{ page: 'sign-up' }])
  const { history } = globalThis
  setGlobal('history', Object.assign(history, { go: (by: number) => (by < 0 ? repeat(-by) : undefined) }))
  function repeat(times: number): void {
    for (let left = times; left > 0; left -= 1) history.back()
  }
  return opened
}

beforeEach(() => {
  tab = openTab()
})

const stepsOf = () => tab.states.map((state) => (state as { step?: string }).step ?? 'name')

test('each step is an entry above the one before, and keeps what the entry said', () => {
  showStep('email')
  showStep('password')
  assert.deepEqual(stepsOf(), ['name', 'email', 'password'])
  assert.deepEqual(tab.states[2], { page: 'sign-up', step: 'password' })
  assert.equal(stepOfEntry(), 'password')
})

test('a step that shows already is not entered twice', () => {
  showStep('name')
  showStep('email')
  showStep('email')
  assert.deepEqual(stepsOf(), ['name', 'email'])
})

test('an earlier step is gone back to, over as many entries as lie between', async () => {
  showStep('email')
  showStep('password')
  showStep('name')
  await setImmediate()
  assert.equal(tab.at(), 0)
  assert.deepEqual(stepsOf(), ['name', 'email', 'password'])
  showStep('email')
  assert.deepEqual(stepsOf(), ['name', 'email'])
})

test('in a frame Back belongs to the page around it: no entries are made', () => {
  tab = openTab({})
  showStep('email')
  showStep('password')
  showStep('email')
  assert.deepEqual(stepsOf(), ['email'])
})
