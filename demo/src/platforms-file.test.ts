import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileOf, registrationsOf } from './platforms-file.ts'
import { firstPort, originOf, sites } from './sites.ts'

test('the platforms file of development registers the sites of the demo', () => {
  const file = new URL('../../api/platforms.development.json', import.meta.url)
  assert.deepEqual(
    JSON.parse(readFileSync(file, 'utf8')),
    JSON.parse(fileOf(registrationsOf(firstPort))),
    'Run `npx node demo/src/platforms-file.ts > api/platforms.development.json`, then `npm run format`.',
  )
})

test('every site has a key and an origin of its own, and the ports follow one another', () => {
  assert.equal(new Set(sites.map(({ key }) => key)).size, sites.length)
  assert.deepEqual(
    sites.map(({ port }) => port - firstPort),
    sites.map((_, index) => index),
  )
  assert.equal(new Set(sites.map((site) => originOf(site, 5_010))).size, sites.length)
})
