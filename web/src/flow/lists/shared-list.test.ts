import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { listLanguages } from '@foyer/contract/routes/reference'
import { call } from '../../api/call.ts'
import { networkFailure } from '../../api/failure.ts'
import { answerData, fakeBrowser } from '../../api/test-browser.ts'
import { createSharedList } from './shared-list.ts'
import { countries, languages, subjects } from './shared-lists.ts'

beforeEach(() => void fakeBrowser())

const india = { id: 'c1', name: 'India', iso2: 'IN' }
const tamil = { id: 'l1', name: 'Tamil', code: 'ta' }

test('the shared lists start empty and are loaded once, with one request for readers that ask at once', async () => {
  const asked = fakeBrowser(({ url }) => answerData([url.endsWith('countries') ? india : tamil]))
  for (const [list, path, item] of [
    [countries, 'countries', india],
    [languages, 'languages', tamil],
    [subjects, 'subjects', tamil],
  ] as const) {
    assert.deepEqual(list.items(), [], path)
    asked.length = 0
    const answers = await Promise.all([list.load(), list.load(new AbortController().signal), list.load()])
    for (const answer of answers) assert.deepEqual(answer, { isSuccessful: true, data: [item] })
    assert.deepEqual(await list.load(), { isSuccessful: true, data: [item] })
    assert.deepEqual(list.items(), [item])
    assert.deepEqual(
      asked.map(({ url }) => url),
      [`/api/reference/${path}`],
    )
  }
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
  for (const strange of [{}, [{ id: 'l1' }], ['Tamil'], [{ ...tamil, id: '' }]]) {
    fakeBrowser(() => answerData(strange))
    const list = createSharedList((signal) => call(listLanguages, {}, { signal }))
    const answer = await list.load()
    assert.equal(!answer.isSuccessful && answer.isNetworkFailure, true)
  }
})
