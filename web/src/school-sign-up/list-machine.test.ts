import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { networkFailure } from '../api/failure.ts'
import { answerData, answerError, fakeBrowser } from '../api/test-browser.ts'
import { runInTest } from '../flow/machine/test-run-machine.ts'
import { type ListEvent, listMachine, listStart } from './list-machine.ts'
import { loadCountries, loadStates } from './load-places.ts'

const india = { id: 'c1', name: 'India', iso2: 'IN', iso3: 'IND', dialling_code: '+91', flag: '🇮🇳' }
const kerala = { id: 's1', name: 'Kerala', code: 'KL' }
const goa = { id: 's2', name: 'Goa', code: 'GA' }

beforeEach(() => void fakeBrowser())

test('the list of countries arrives with the code of each', async () => {
  const asked = fakeBrowser(() => answerData([india]))
  const { send, now } = runInTest(listMachine, listStart(), { load: loadCountries })
  await send({ type: 'wanted', of: '' })
  assert.equal(now().state, 'ready')
  assert.deepEqual(now().context.places, [{ id: 'c1', name: 'India', code: 'IN' }])
  await send({ type: 'wanted', of: '' })
  assert.deepEqual(
    asked.map(({ url }) => url),
    ['/api/reference/countries'],
  )
})

test('the states of the country that was chosen last are shown, whichever answer comes first', async () => {
  const answers: Record<string, PromiseWithResolvers<Response>> = {
    c1: Promise.withResolvers(),
    c2: Promise.withResolvers(),
  }
  fakeBrowser(({ url }) => answers[url.split('/')[4] ?? '']?.promise ?? answerError(404, 'not-found'))
  const { send, now } = runInTest(listMachine, listStart(), { load: loadStates })
  await send({ type: 'wanted', of: 'c1' })
  await send({ type: 'wanted', of: 'c2' })
  answers.c2?.resolve(answerData([goa]))
  await new Promise(setImmediate)
  answers.c1?.resolve(answerData([kerala]))
  await new Promise(setImmediate)
  assert.deepEqual([now().state, now().context.of], ['ready', 'c2'])
  assert.deepEqual(
    now().context.places.map(({ name }) => name),
    ['Goa'],
  )
})

test('a list that failed is loaded again on demand, and forgets its failure meanwhile', async () => {
  let isDown = true
  fakeBrowser(() => (isDown ? answerError(503, 'overloaded') : answerData([kerala])))
  const { send, now } = runInTest(listMachine, listStart(), { load: loadStates })
  await send({ type: 'wanted', of: 'c1' })
  assert.deepEqual([now().state, now().context.failure?.statusCode], ['failed', 503])
  isDown = false
  await send({ type: 'retried' })
  assert.deepEqual([now().state, now().context.failure], ['ready', null])
})

test('an answer that is no list of places counts as a failure of the network', async () => {
  for (const strange of [{}, [{ id: 's1' }], ['Kerala'], [{ ...kerala, id: '' }]]) {
    fakeBrowser(() => answerData(strange))
    const { send, now } = runInTest(listMachine, listStart(), { load: loadStates })
    await send({ type: 'wanted', of: 'c1' })
    assert.equal(now().context.failure?.isNetworkFailure, true)
  }
})

test('a list ignores the events that no state of it lists', () => {
  const { send, now } = runInTest(listMachine, listStart(), { load: () => {} })
  const early: ListEvent[] = [
    { type: 'arrived', places: [] },
    { type: 'failed', failure: networkFailure() },
    { type: 'retried' },
  ]
  for (const event of early) send(event)
  assert.equal(now().state, 'waiting')
})
