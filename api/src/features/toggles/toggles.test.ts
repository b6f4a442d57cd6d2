/** Tests serving feature toggles, also if a toggle is malformed or the database fails (N-93). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { getFeatureToggles } from '@foyer/contract/routes/toggles'
import { sql } from 'kysely'
import { storePages } from '../../kernel/http/pages/page-store.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { createFeatureToggles } from './feature-toggles.ts'
import { withSocialMarks } from './pages-with-social.ts'
import { storeToggle } from './toggles.queries.ts'

const made = {
  platform: 'student',
  html: '<!doctype html><html lang="en">',
  scriptHashes: [],
  styleHashes: [],
} as const
const storedPages = storePages([
  { ...made, page: 'sign-in', social: ['google', 'apple'] },
  { ...made, page: 'help' },
])

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

describe('feature toggles', () => {
  const social = { enabled: { web: true }, providers: ['google'] }
  beforeEach(() => sql`truncate feature_toggles`.execute(testApp.services.db))

  it('answers that social sign-in is off if no toggle is set, and lets caches keep it for a minute', async () => {
    const answer = await testApp.call(getFeatureToggles, {})
    assert.deepEqual(answer.data, {
      toggles: { socialAccountAuthentication: { enabled: { web: false }, providers: [] } },
    })
    assert.equal(answer.headers['cache-control'], 'public, max-age=60')
    const { etag } = answer.headers
    for (const tag of [String(etag), `"other", W/${etag}`]) {
      const again = await testApp.call(getFeatureToggles, {}, { headers: { 'if-none-match': tag } })
      assert.deepEqual([again.status, again.text], [304, ''])
    }
    const other = await testApp.call(getFeatureToggles, {}, { headers: { 'if-none-match': '"other"' } })
    assert.equal(other.status, 200)
  })

  it('answers each feature toggle under its id and with its keys as they were set', async () => {
    const toggles = createFeatureToggles(testApp.services.db)
    await storeToggle(testApp.services.db, { id: 'socialAccountAuthentication', value: social })
    await storeToggle(testApp.services.db, { id: 'new_look', value: { isOn: true, some_key: [1] } })
    assert.deepEqual(await toggles.all(), {
      socialAccountAuthentication: social,
      new_look: { isOn: true, some_key: [1] },
    })
  })

  const malformed = [
    { enabled: 'yes' },
    { enabled: { web: 'true' }, providers: ['google'] },
    { enabled: { web: true } },
    { enabled: { web: true }, providers: ['google', 'nobody'] },
    { ...social, extra: 1 },
    [social],
    'on',
    null,
    { ...social, extra: 'x'.repeat(10_000) },
  ]

  it('keeps the last valid feature toggles while one is malformed or the database is unreachable', async () => {
    const own = await openTestApp()
    const { db } = own.services
    const toggles = createFeatureToggles(db, { freshMs: 0, waitMs: 60_000 })
    await storeToggle(db, { id: 'socialAccountAuthentication', value: social })
    assert.deepEqual(await toggles.all(), { socialAccountAuthentication: social })
    for (const value of malformed) {
      await sql`update feature_toggles set value = ${JSON.stringify(value)}::jsonb`.execute(db)
      assert.deepEqual(
        await toggles.all(),
        { socialAccountAuthentication: social },
        JSON.stringify(value).slice(0, 100),
      )
    }
    await storeToggle(db, { id: 'other', value: { isOn: true } })
    const before = await toggles.all()
    assert.deepEqual(before, { socialAccountAuthentication: social, other: { isOn: true } })
    await own.call(getFeatureToggles, {})
    await db.destroy()
    assert.deepEqual(await toggles.all(), before)
    assert.equal((await own.call(getFeatureToggles, {})).status, 200)
    await own.app.close()
  })

  it('answers the last valid feature toggles without waiting while the database hangs', async () => {
    const { db } = testApp.services
    const toggles = createFeatureToggles(db, { freshMs: 0, waitMs: 50 })
    await storeToggle(db, { id: 'socialAccountAuthentication', value: social })
    // A busy machine may take longer than the wait for the first toggles.
    while ((await toggles.latest()) === null) await nextTurn()
    assert.deepEqual(await toggles.all(), { socialAccountAuthentication: social })
    await db.transaction().execute(async (trx) => {
      await sql`lock table feature_toggles in access exclusive mode`.execute(trx)
      assert.deepEqual(await toggles.all(), { socialAccountAuthentication: social })
    })
  })

  it('marks on pages with buttons which providers are on, and follows each change of the toggle', async () => {
    const { db } = testApp.services
    const toggles = createFeatureToggles(db, { freshMs: 0, waitMs: 60_000 })
    const pages = withSocialMarks(storedPages, toggles)
    for (const [value, marks] of [
      [null, ' data-social="off" data-google="off" data-apple="off"'],
      [social, ' data-social="on" data-google="on" data-apple="off"'],
      [
        { enabled: { web: true }, providers: ['facebook'] },
        ' data-social="off" data-google="off" data-apple="off"',
      ],
      [
        { enabled: { web: false }, providers: ['google'] },
        ' data-social="off" data-google="off" data-apple="off"',
      ],
    ] as const) {
      if (value) await storeToggle(db, { id: 'socialAccountAuthentication', value })
      await toggles.all()
      const page = await pages.find('sign-in', 'student')
      assert.equal(String(page?.bytes), `<!doctype html><html${marks} lang="en">`)
      assert.ok((await pages.find('sign-in', 'student')) === page, 'A page is made once for each value')
    }
    assert.equal(String((await pages.find('help', 'student'))?.bytes), '<!doctype html><html lang="en">')
  })

  it('leaves pages without marks, and in time, while the toggle is unknown because the database hangs', async () => {
    const { db } = testApp.services
    const pages = withSocialMarks(storedPages, createFeatureToggles(db))
    await db.transaction().execute(async (trx) => {
      await sql`lock table feature_toggles in access exclusive mode`.execute(trx)
      const page = await pages.find('sign-in', 'student')
      assert.equal(String(page?.bytes), '<!doctype html><html lang="en">')
    })
  })

  it('answers the default feature toggles if the database was never reached', async () => {
    const own = await openTestApp()
    await own.services.db.destroy()
    const { status, data } = await own.call(getFeatureToggles, {})
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(data.toggles), ['socialAccountAuthentication'])
    await own.app.close()
  })
})
