import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { fakeBrowser, fakeHistory, fakeWindow } from '../../api/test-browser.ts'
import { currentStep, onStepChange } from './current-step.ts'
import { enterStep, forgetStep, leaveStep, restoreStep, type StepRecord, storeStep } from './step-history.ts'

const record: StepRecord = {
  step: 'password',
  uuid: '11111111-1111-4111-8111-111111111111',
  identifier: 'asha@example.com',
  fullName: 'Asha Rao',
  picture: null,
  hasPassword: true,
}

function openTab(states?: unknown[], parent?: unknown) {
  fakeBrowser()
  return fakeHistory(fakeWindow(parent), states)
}

test('makes one history entry for a later step, from which Back returns to the first', async () => {
  const tab = openTab([{ theirs: 1 }])
  const seen: (string | null)[] = []
  const stop = onStepChange((step) => seen.push(step))
  enterStep('password')
  enterStep('password')
  assert.deepEqual(tab.states, [{ theirs: 1 }, { theirs: 1, step: 'password' }])
  history.back()
  await setImmediate()
  assert.deepEqual([currentStep(), tab.at(), seen], [null, 0, [null]])
  history.forward()
  await setImmediate()
  assert.deepEqual([currentStep(), seen], ['password', [null, 'password']])
  stop()
  history.back()
  await setImmediate()
  assert.equal(seen.length, 2)
})

test('adds no history entry between later steps, so that Back always leads to the first', () => {
  const tab = openTab()
  enterStep('password')
  enterStep('other')
  assert.deepEqual(tab.states, [null, { step: 'other' }])
})

test("goes back when a step is left and forgets the step's record", async () => {
  const tab = openTab()
  enterStep('password')
  storeStep('student', record)
  leaveStep('student')
  await setImmediate()
  assert.equal(tab.at(), 0)
  assert.equal(sessionStorage.getItem('foyer.step.student'), null)
  leaveStep('student')
  await setImmediate()
  assert.equal(tab.at(), 0)
})

test('adds no history entry and never goes back in a frame', () => {
  const tab = openTab([null], {})
  enterStep('password')
  assert.deepEqual([tab.states, tab.at()], [[{ step: 'password' }], 0])
  leaveStep('student')
  assert.deepEqual([tab.states, tab.at(), currentStep()], [[{ step: null }], 0, null])
})

test('restores the user of a later step after a reload, for each platform separately', () => {
  openTab([null, { step: 'password' }])
  storeStep('student', record)
  const kept = restoreStep('student')
  assert.deepEqual(
    [kept?.identifier, kept?.uuid, kept?.fullName],
    [record.identifier, record.uuid, 'Asha Rao'],
  )
  assert.equal(restoreStep('professor'), null)
})

test('restores nothing on the first step and keeps the record for Forward', async () => {
  openTab()
  enterStep('password')
  storeStep('student', record)
  history.back()
  await setImmediate()
  assert.equal(restoreStep('student'), null)
  history.forward()
  assert.equal(restoreStep('student')?.uuid, record.uuid)
})

test('does not restore a record that is old, forgotten or of another step', async (t) => {
  const cases: [string, () => void][] = [
    ['nothing kept', () => {}],
    [
      'forgotten',
      () => {
        storeStep('student', record)
        forgetStep('student')
      },
    ],
    ['another step', () => storeStep('student', { ...record, step: 'other' })],
    ['malformed', () => sessionStorage.setItem('foyer.step.student', '{"step":"password","keptAt":1}')],
    [
      'ten minutes old',
      () => {
        storeStep('student', record)
        t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 600_000 })
      },
    ],
  ]
  for (const [name, prepare] of cases) {
    await t.test(name, () => {
      openTab([null, { step: 'password' }])
      prepare()
      assert.equal(restoreStep('student'), null)
      assert.equal(currentStep(), null)
      assert.equal(sessionStorage.getItem('foyer.step.student'), null)
    })
  }
})
