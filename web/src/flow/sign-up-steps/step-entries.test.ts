import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { fakeHistory, fakeWindow, setGlobal } from '../../api/test-browser.ts'
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

const stepsOf = () => tab.states.map((state) => (state as { step?: string }).step ?? 'applicant')

test('each sign-up step adds a history entry that keeps the state of the previous one', () => {
  showStep('contact')
  showStep('password')
  assert.deepEqual(stepsOf(), ['applicant', 'contact', 'password'])
  assert.deepEqual(tab.states[2], { page: 'sign-up', step: 'password' })
  assert.equal(stepOfEntry(), 'password')
})

test('the current sign-up step adds no second history entry', () => {
  showStep('applicant')
  showStep('contact')
  showStep('contact')
  assert.deepEqual(stepsOf(), ['applicant', 'contact'])
})

test('an earlier sign-up step goes back over the entries in between', async () => {
  showStep('contact')
  showStep('password')
  showStep('applicant')
  await setImmediate()
  assert.equal(tab.at(), 0)
  assert.deepEqual(stepsOf(), ['applicant', 'contact', 'password'])
  showStep('contact')
  assert.deepEqual(stepsOf(), ['applicant', 'contact'])
})

test('sign-up adds no history entries inside a frame', () => {
  tab = openTab({})
  showStep('contact')
  showStep('password')
  showStep('contact')
  assert.deepEqual(stepsOf(), ['contact'])
})
