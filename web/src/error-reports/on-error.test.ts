/** Proves N-151 of docs/security-tests.md. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { reportError } from '@foyer/contract/routes/error-reports'
import { fromWire } from '@foyer/contract/wire'
import { parse } from 'valibot'
import { fakeBrowser, setGlobal } from '../api/test-browser.ts'
import type { send as Send } from './on-error.ts'

const origin = 'https://accounts.example'
const own = `    at inner (${origin}/assets/first-a.js:1:20)`
const foreign = '    at outer (chrome-extension://abcdefghijklmnop/content.js:7:8)'

function errorOf(message: string, lines = [own]): Error {
  return Object.assign(new Error(message), { stack: [`Error: ${message}`, ...lines].join('\n') })
}

let loaded = 0
/** Loads the reporter anew, as a new page does. */
async function loadReporter(): Promise<(...errors: Error[]) => void> {
  loaded += 1
  const { send } = (await import(`./on-error.ts?page=${loaded}`)) as { send: typeof Send }
  return (...errors) => send(errors.map((error) => [error, undefined]))
}

beforeEach(() => setGlobal('location', new URL('/error-test?email=asha%40example.com', origin)))

test('each error of a page is sent once, and five at most, in the shape of the contract', async () => {
  const asked = fakeBrowser(() => new Response(null, { status: 204 }))
  const send = await loadReporter()
  for (const message of ['a', 'b', 'b', 'c', 'a']) send(errorOf(message))
  send(...['d', 'e', 'f', 'g'].map((message) => errorOf(message)))
  assert.ok(asked.every(({ url, init }) => url === reportError.path && init.keepalive))
  const reports = asked.map(({ body }) => parse(reportError.body, fromWire(body)))
  assert.deepEqual(
    reports.map(({ kind, message, page }) => [kind, message, page]),
    ['a', 'b', 'c', 'd', 'e'].map((message) => ['error', message, '/error-test']),
  )
})

test('a report has no frame of a browser extension, and an error without our frames is not sent', async () => {
  const asked = fakeBrowser(() => new Response(null, { status: 204 }))
  const send = await loadReporter()
  send(errorOf('of an extension', [foreign]), errorOf('of both', [foreign, own]))
  assert.deepEqual(
    asked
      .map(({ body }) => parse(reportError.body, fromWire(body)))
      .map(({ message, frames }) => [message, frames]),
    [['of both', [{ name: 'inner', file: '/assets/first-a.js', line: 1, column: 20 }]]],
  )
})

test('a report that fails is neither repeated nor reported, and the next error is sent', async () => {
  const asked = fakeBrowser(() => Promise.reject(new TypeError('cut')))
  const send = await loadReporter()
  send(errorOf('a'))
  await setImmediate()
  send(errorOf('a'))
  send(errorOf('b'))
  await setImmediate()
  assert.deepEqual(
    asked.map(({ body }) => (body as { message: string }).message),
    ['a', 'b'],
  )
})
