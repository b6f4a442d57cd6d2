/** Tests that a copy whose clock differs from the database's warns, and is not ready if the difference is large. */
import assert from 'node:assert/strict'
import { afterEach, describe, it, mock, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { getReadiness } from '@foyer/contract/routes/operations'
import { createApp } from '../app.ts'
import { createPreparation, prepareAtLast } from '../preparation.ts'
import { createServices } from '../services.ts'
import { openTestApp, type TestApp, testSecret } from '../testing/test-app.ts'
import { startClockChecks } from './clock.ts'
import { storePages } from './http/pages/page-store.ts'

const quiet = { info() {}, error() {} }

afterEach(() => mock.timers.reset())

/** Sets the clock of this process to a fixed time; 0 restores the real clock. */
function setClock(aheadSeconds: number): void {
  mock.timers.reset()
  if (aheadSeconds !== 0) mock.timers.enable({ apis: ['Date'], now: Date.now() + aheadSeconds * 1_000 })
}

async function openFor(t: TestContext): Promise<TestApp> {
  const testApp = await openTestApp()
  t.after(() => testApp.close())
  return testApp
}

function collectLog() {
  const lines: string[] = []
  return { lines, log: { warn: (_details: object, message: string) => void lines.push(message) } }
}

async function reasonOf({ call }: TestApp): Promise<string> {
  const { status, detail } = await call(getReadiness, {})
  if (status === 200) return 'none'
  assert.equal(status, 503)
  return detail ?? 'no detail'
}

async function differenceOf({ metrics }: TestApp['services']): Promise<number> {
  const metric = await metrics.registry.getSingleMetric('foyer_clock_difference_seconds')?.get()
  return metric?.values[0]?.value ?? Number.NaN
}

/** Compares the clocks once while the process's clock is fast by this many seconds. */
async function compareAhead({ services }: TestApp, aheadSeconds: number): Promise<string | null> {
  setClock(aheadSeconds)
  const warning = await services.clock.compare()
  setClock(0)
  return warning
}

/** Allows a tolerance: on a busy machine, time passes between the two readings. */
function assertNear(seconds: number, expected: number): void {
  assert.ok(Math.abs(seconds - expected) < 2.5, `${seconds} is not near ${expected}`)
}

describe('the clock of a copy', { timeout: 120_000 }, () => {
  it('may be 3 seconds off without a word, and the metric says by how much', async (t) => {
    const testApp = await openFor(t)
    assert.equal(await compareAhead(testApp, 3), null)
    assertNear(await differenceOf(testApp.services), 3)
    assert.equal(await reasonOf(testApp), 'none')
  })

  it('is a warning and a metric when it is 10 seconds off, and the copy stays ready', async (t) => {
    const testApp = await openFor(t)
    assert.match((await compareAhead(testApp, 10)) ?? '', /^the clock is 1?\d\.\d s ahead of the database's$/)
    assertNear(await differenceOf(testApp.services), 10)
    assert.match((await compareAhead(testApp, -10)) ?? '', /^the clock is 1?\d\.\d s behind the database's$/)
    assertNear(await differenceOf(testApp.services), -10)
    assert.equal(await reasonOf(testApp), 'none')
  })

  for (const seconds of [90, -90])
    it(`makes the copy not ready at ${seconds} seconds, and ready again once it is right`, async (t) => {
      const testApp = await openFor(t)
      assert.match((await compareAhead(testApp, seconds)) ?? '', /: not ready$/)
      assert.equal(await reasonOf(testApp), 'clock')
      assert.equal(await compareAhead(testApp, 0), null)
      assert.equal(await reasonOf(testApp), 'none')
      assertNear(await differenceOf(testApp.services), 0)
    })

  it('is compared at the start, before the service is ready', async (t) => {
    const testApp = await openFor(t)
    const services = createServices(testApp.services.config, testApp.services.db, [Buffer.from(testSecret)])
    const warnings: string[] = []
    const connection = { connectionString: testApp.databaseUrl }
    const preparation = createPreparation(services, connection, (message) => warnings.push(message))
    const app = await createApp({
      services,
      pages: storePages([]),
      isStopping: () => false,
      missing: preparation.missing,
      healthMs: 30_000,
    })
    t.after(() => app.close())
    assert.ok(Number.isNaN(await differenceOf(services)))
    setClock(90)
    await prepareAtLast(preparation, quiet, new AbortController().signal)
    setClock(0)
    assert.match(warnings.join('\n'), /^the clock is \d+\.\d s ahead of the database's: not ready$/m)
    const response = await app.inject('/health/ready')
    assert.equal(response.statusCode, 503)
    assert.equal(response.json().errors.detail, 'clock')
  })

  it('is compared again and again in every copy, which logs what is wrong', async (t) => {
    const testApp = await openFor(t)
    const another = await testApp.openAnother()
    t.after(() => another.close())
    const copies = [testApp, another].map((copy) => ({ copy, ...collectLog() }))
    setClock(90)
    const checks = copies.map(({ copy, log }) =>
      startClockChecks(copy.services.clock, log, { firstAfterMs: 1, everyMs: 5 }),
    )
    t.after(() => Promise.all(checks.map((check) => check.stop())))
    const isLogged = () => copies.every(({ lines }) => lines.some((line) => line.includes('not ready')))
    while (!isLogged()) await sleep(10)
    for (const { copy } of copies) assert.equal(await reasonOf(copy), 'clock')
    setClock(0)
    const areReady = async () => (await Promise.all([testApp, another].map(reasonOf))).join() === 'none,none'
    while (!(await areReady())) await sleep(10)
  })

  it('keeps its last state while the database does not answer', async (t) => {
    const testApp = await openFor(t)
    const lost = await testApp.openAnother()
    await compareAhead(lost, 10)
    const before = await differenceOf(lost.services)
    t.after(() => lost.app.close())
    const { log, lines } = collectLog()
    await lost.services.db.destroy()
    const checks = startClockChecks(lost.services.clock, log, { firstAfterMs: 1, everyMs: 5 })
    while (lines.length === 0) await sleep(10)
    await checks.stop()
    assert.match(lines.join(''), /the clock was not compared with the database's/)
    assert.equal(await differenceOf(lost.services), before)
    assert.equal(await reasonOf(lost), 'database')
  })
})
