import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { listCountries } from '@foyer/contract/routes/reference'
import { call } from '../../api/call.ts'
import { networkFailure } from '../../api/failure.ts'
import { answerData, fakeBrowser } from '../../api/test-browser.ts'
import { countries } from './countries.ts'
import { createSharedList } from './shared-list.ts'

beforeEach(() => void fakeBrowser())

const india = { id: 'c1', name: 'India', iso2: 'IN' }

test('the shared list of countries starts empty and is loaded once, with one request for readers that ask at once', async () => {
  const asked = fakeBrowser(() => answerData([india]))
  assert.deepEqual(countries.items(), [])
  const signal = new AbortController().signal
  const answers = await Promise.all([countries.load(), countries.load(signal), countries.load()])
  for (const answer of answers) assert.deepEqual(answer, { isSuccessful: true, data: [india] })
  assert.deepEqual(await countries.load(), { isSuccessful: true, data: [india] })
  assert.deepEqual(countries.items(), [india])
  assert.deepEqual(
    asked.map(({ url }) => url),
    ['/api/reference/countries'],
  )
})

test('a list that failed for all its readers is asked for again by the next', async () => {
  let isDown = true
  const list = createSharedList(async () => {
    if (isDown) return networkFailure()
    return { isSuccessful: true, data: ['a'] }
  })
  const failed = await Promise.all([list.load(), list.load()])
  assert.deepEqual(
    failed.map(({ isSuccessful }) => isSuccessful),
    [false, false],
  )
  assert.deepEqual(list.items(), [])
  isDown = false
  assert.equal((await list.load()).isSuccessful, true)
  assert.deepEqual(list.items(), ['a'])
})

test('a request ends once no reader waits for it, and the next reader starts another', async () => {
  const signals: AbortSignal[] = []
  const answers = [Promise.withResolvers<string[]>(), Promise.withResolvers<string[]>()]
  const list = createSharedList(async (signal) => {
    signals.push(signal)
    const data = (await answers[signals.length - 1]?.promise) ?? []
    return signal.aborted ? networkFailure() : { isSuccessful: true, data }
  })
  const [first, second] = [new AbortController(), new AbortController()]
  void list.load(first.signal)
  void list.load(second.signal)
  first.abort()
  assert.equal(signals[0]?.aborted, false, 'another reader waits')
  second.abort()
  assert.equal(signals[0]?.aborted, true)
  const again = list.load()
  answers[0]?.resolve(['old'])
  answers[1]?.resolve(['new'])
  assert.deepEqual(await again, { isSuccessful: true, data: ['new'] })
  assert.deepEqual(list.items(), ['new'])
})

test('an answer that is no list of entries counts as a failure of the network', async () => {
  for (const strange of [{}, [{ id: 'c1' }], ['India'], [{ ...india, id: '' }]]) {
    fakeBrowser(() => answerData(strange))
    const list = createSharedList((signal) => call(listCountries, {}, { signal }))
    const answer = await list.load()
    assert.equal(!answer.isSuccessful && answer.isNetworkFailure, true)
  }
})
