/**
 * Tests with two users that no user reaches another user's data: every route with a parameter in its path (N-90,
 * N-146).
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { allRoutes } from '@foyer/contract/routes/all-routes'
import type { Route } from '@foyer/contract/routes/route'
import { openTestApp, type TestApp } from '../../../testing/test-app.ts'
import { makers } from '../test-makers.ts'
import { contentsOf, make, makerOf, openActor, platformsOf, sendAs, takesCaller } from './test-actors.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

const withName = allRoutes.filter((route) => route.path.includes(':') && takesCaller(route))
const owned = withName.filter(({ path }) => {
  const maker = makerOf(path)
  return maker !== null && maker.sharedBecause === undefined
})

describe('things of users and clients', () => {
  it('has a maker for every route with a name in its path', () => {
    const missing = withName.map(({ path }) => path).filter((path) => makers[path] === undefined)
    assert.deepEqual(missing, [], 'add it to test-makers.ts')
  })

  it('answers what belongs to another exactly like what does not exist, and changes nothing (N-90)', async () => {
    const faults: string[] = []
    for (const route of owned) faults.push(...(await faultsOf(route)))
    assert.deepEqual(faults, [])
  })
})

/** Calls the route as the stranger, each time with one path parameter of the owner's object; returns the faults. */
async function faultsOf(route: Route): Promise<string[]> {
  const where = `${route.method} ${route.path}`
  const [platform, otherPlatform] = platformsOf(route)
  const owner = await openActor(testApp, platform)
  const stranger = await openActor(testApp, otherPlatform)
  const made = await make(route, owner)
  const strangers = await make(route, stranger)
  const faults: string[] = []
  for (const name of Object.keys(made.params)) {
    const withOne = (value: string) => ({ ...strangers, params: { ...strangers.params, [name]: value } })
    const before = await contentsOf(testApp)
    const foreign = await sendAs(stranger, route, withOne(made.params[name] ?? ''))
    const unknown = await sendAs(stranger, route, withOne(unknownLike(made.params[name] ?? '')))
    if (foreign.statusCode !== 404 && foreign.statusCode !== 403)
      faults.push(`${where}: ${foreign.statusCode} for ${name} of another: ${foreign.body}`)
    if (foreign.statusCode !== unknown.statusCode || foreign.body !== unknown.body)
      faults.push(`${where}: ${foreign.statusCode} for ${name} of another, ${unknown.statusCode} for none`)
    const after = await contentsOf(testApp)
    const changed = Object.keys(after).filter((table) => after[table] !== before[table])
    if (changed.length > 0) faults.push(`${where}: changed ${changed.join(', ')}`)
  }
  const own = await sendAs(owner, route, made)
  if (own.statusCode >= 300) faults.push(`${where}: ${own.statusCode} for the owner: ${own.body}`)
  return faults
}

function unknownLike(value: string): string {
  return /^[0-9a-f]{8}-/.test(value) ? randomUUID() : `unknown-${value}`
}
