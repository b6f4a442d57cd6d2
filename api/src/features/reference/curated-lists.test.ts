/** Tests the curated lists: their entries, pages and caches, and additions by staff. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { growingLists, referenceNameMaxLength } from '@foyer/contract/lists/curated-lists'
import { allPages, listAllMax } from '@foyer/contract/lists/paging'
import { type Platform, platforms } from '@foyer/contract/platforms'
import {
  addCurriculum,
  addQualificationField,
  addTeachingLevel,
  addTeachingRole,
  listCountries,
  listCurrencies,
  listCurricula,
  listLanguages,
  listQualificationFields,
  listQualificationLevels,
  listSubjects,
  listTeachingLevels,
  listTeachingRoles,
  referenceEditors,
} from '@foyer/contract/routes/reference'
import { sql } from 'kysely'
import { keptMs } from '../../kernel/http/answers/stored-answers.ts'
import { skipTime } from '../../testing/skip-time.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { missingReferences } from './find-references.ts'
import { listCuratedItems } from './lists/all-lists.ts'
import { loadItems, loadReference } from './load-reference.ts'
import { nameKeyOf } from './name-key.ts'

const lists = {
  languages: listLanguages,
  subjects: listSubjects,
  currencies: listCurrencies,
  'qualification-levels': listQualificationLevels,
  curricula: listCurricula,
  'teaching-levels': listTeachingLevels,
  'teaching-roles': listTeachingRoles,
  'qualification-fields': listQualificationFields,
} as const
const additions = {
  curricula: addCurriculum,
  'teaching-levels': addTeachingLevel,
  'teaching-roles': addTeachingRole,
  'qualification-fields': addQualificationField,
} as const

let testApp: TestApp
const tokens = new Map<Platform, string>()
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 100 } })
})
after(() => testApp.close())

async function tokenOf(platform: Platform): Promise<string> {
  const token = tokens.get(platform) ?? (await testApp.signIn(platform)).accessToken
  tokens.set(platform, token)
  return token
}

async function addAs(platform: Platform, list: keyof typeof additions, name: unknown, headers = {}) {
  const body = { name: name as string }
  return testApp.call(additions[list], { body }, { token: await tokenOf(platform), headers })
}

const read = async (list: keyof typeof lists) => {
  const { data } = await testApp.call(lists[list], {})
  return data.items as { id: string; name: string }[]
}
const nameList = async (list: keyof typeof lists) => (await read(list)).map(({ name }) => name)

describe('curated lists', () => {
  it('answers every entry of a list by default, with their total', async () => {
    const expected = listCuratedItems()
    for (const [list, route] of Object.entries(lists)) {
      const { status, data } = await testApp.call(route, {})
      const total = expected.filter((item) => item.list === list).length
      assert.equal(status, 200, list)
      assert.ok(total > 5, list)
      assert.deepEqual(
        [data.page, data.pageSize, data.total, data.items.length],
        [allPages, total, total, total],
      )
    }
  })

  it('has the fields of the standards', async () => {
    const languages = (await testApp.call(listLanguages, {})).data.items
    const named = (name: string) => languages.find((language) => language.name === name)
    assert.deepEqual([named('Tamil')?.code, named('Tamil')?.nativeName], ['ta', 'தமிழ்'])
    assert.equal(named('Konkani')?.code, 'kok')
    const currencies = (await testApp.call(listCurrencies, {})).data.items
    const { id: _, ...yen } = currencies.find(({ code }) => code === 'JPY') ?? {}
    assert.deepEqual(yen, { name: 'Japanese Yen', code: 'JPY', number: '392', minorUnits: 0, symbol: '¥' })
    const fields = (await testApp.call(listQualificationFields, {})).data.items
    assert.equal(fields.find(({ code }) => code === '0613')?.name.includes('Software'), true)
    assert.equal(fields.filter(({ code }) => code?.startsWith('07')).length, 12)
  })

  it('sorts lists by name, and levels in their own order', async () => {
    assert.deepEqual((await nameList('teaching-roles')).slice(0, 2), [
      'Academic coordinator',
      'Assistant professor',
    ])
    const levels = (await testApp.call(listQualificationLevels, {})).data.items.map(
      ({ iscedLevel }) => iscedLevel,
    )
    assert.deepEqual(
      levels,
      levels.toSorted((a, b) => a - b),
    )
  })

  it('has no name twice in a list, in any spelling', () => {
    const seen = new Set<string>()
    for (const { list, name } of listCuratedItems()) {
      const key = `${list} ${nameKeyOf(name)}`
      assert.ok(!seen.has(key), key)
      seen.add(key)
    }
  })

  it('answers one page on request, and an empty one after the last', async () => {
    const all = (await testApp.call(listCountries, {})).data.items
    for (const [page, from, to] of [
      [1, 0, 100],
      [3, 200, 300],
      [4, 300, 400],
    ] as const) {
      const query = { page: String(page), pageSize: '100' }
      const { data } = await testApp.call(listCountries, { query })
      assert.deepEqual(data, { items: all.slice(from, to), page, pageSize: 100, total: all.length })
    }
  })

  it('refuses a page that is no number from 1 on and not -1', async () => {
    for (const query of [
      { page: '0' },
      { page: '-2' },
      { page: '1.5' },
      { pageSize: '101' },
      { pageSize: '0' },
    ])
      assert.equal((await testApp.call(listLanguages, { query })).status, 400, JSON.stringify(query))
  })

  it('lets caches keep lists for an hour, those that grow for five minutes, and answers 304 to the current version', async () => {
    for (const [list, { path }] of Object.entries(lists)) {
      const { headers } = await testApp.app.inject(path)
      const seconds = (growingLists as readonly string[]).includes(list) ? 300 : 3_600
      assert.equal(headers['cache-control'], `public, max-age=${seconds}`, list)
      const again = await testApp.app.inject({
        url: path,
        headers: { 'if-none-match': String(headers.etag) },
      })
      assert.deepEqual([again.statusCode, again.body], [304, ''])
    }
  })
})

describe('additions of staff', () => {
  it('lists an entry that staff added for everybody, under another version, and takes its id as a reference', async () => {
    for (const list of growingLists) {
      const { etag } = (await testApp.app.inject(lists[list].path)).headers
      const { status, data } = await addAs('serviceAdmin', list, `  Basket \n weaving  `)
      assert.equal(status, 200, list)
      assert.equal(data.name, 'Basket weaving')
      const listed = (await read(list)).find(({ id }) => id === data.id)
      assert.deepEqual(listed, data)
      assert.notEqual((await testApp.app.inject(lists[list].path)).headers.etag, etag)
      assert.deepEqual(await missingReferences(testApp.services.db, [{ list, id: data.id }]), [])
    }
    const levels = await nameList('teaching-levels')
    assert.equal(levels.at(-1), 'Basket weaving', 'an addition has no place among the levels')
  })

  it('lets users of the platforms with the policy alone add entries', async () => {
    for (const platform of platforms) {
      const { status, code } = await addAs(platform, 'curricula', `Curriculum of ${platform}`)
      const expected = referenceEditors.includes(platform) ? [200, undefined] : [403, 'no-access']
      assert.deepEqual([status, code], expected, platform)
    }
    const anonymous = await testApp.call(addCurriculum, { body: { name: 'Nobody’s' } })
    assert.deepEqual([anonymous.status, anonymous.code], [401, 'session-ended'])
  })

  it('refuses a name that the list has in any spelling, even when several come at once', async () => {
    for (const name of ['Principal', ' PRINCIPAL ', 'principal.', 'Ｐrincipal']) {
      const { status, code, fields } = await addAs('iqa', 'teaching-roles', name)
      assert.deepEqual([status, code], [400, 'entry-exists'], name)
      assert.deepEqual(fields, { name: ['The list has this name already'] })
    }
    const names = ['Chess & go coach', 'chess and go coach', 'Chess and Go Coach']
    const answers = await Promise.all(names.map((name) => addAs('iqa', 'teaching-roles', name)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400])
    assert.equal((await addAs('iqa', 'curricula', 'Principal')).status, 200, 'another list may have the name')
  })

  it('refuses an entry without a name, with one that is too long, and with hidden characters', async () => {
    for (const name of ['', '   ', 'x'.repeat(referenceNameMaxLength + 1), 'a\u202eb', '!!!', 7, null]) {
      const { status, fields } = await addAs('svp', 'curricula', name)
      assert.equal(status, 400, String(name))
      assert.equal(fields.name?.length, 1, String(name))
    }
  })

  it('adds one entry for a request that is sent again', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await addAs('svp', 'curricula', 'Sent twice', headers)
    const again = await addAs('svp', 'curricula', 'Sent twice', headers)
    assert.deepEqual([again.status, again.data], [200, first.data])
  })

  it('records an addition in the audit trail without the name', async () => {
    const { data } = await addAs('applicationFormAdmin', 'qualification-fields', 'Puppetry')
    const { rows } = await sql<{ platform: string; details: object }>`
      select platform, details from audit_events where event = 'reference-added' order by id desc limit 1`.execute(
      testApp.services.db,
    )
    const details = { list: 'qualification-fields', itemId: data.id }
    assert.deepEqual(rows, [{ platform: 'applicationFormAdmin', details }])
  })

  it('keeps additions when another version of the data is loaded, and makes them its entry when it has their name', async () => {
    const { db } = testApp.services
    const kept = (await addAs('svp', 'teaching-roles', 'Falconer')).data
    const taken = (await addAs('svp', 'teaching-roles', 'Debate coach')).data
    const list = 'teaching-roles'
    const coach = { list, code: 'debate-coach', name: 'Debate Coach', position: null } as const
    const renamed = listCuratedItems().map((item) =>
      item.list === list && item.code === 'dean' ? { ...item, name: 'Falconer' } : item,
    )
    await loadItems(db, [...renamed, coach], 'with a coach')
    skipTime(keptMs)
    const now = await read(list)
    assert.deepEqual(now.find(({ name }) => name === 'Debate Coach')?.id, taken.id)
    assert.equal(
      now.filter(({ name }) => name === 'Falconer').length,
      1,
      'a renamed entry replaces the addition',
    )
    assert.deepEqual(await missingReferences(db, [{ list, id: kept.id }]), [])

    await loadReference(db)
    skipTime(keptMs)
    const names = await nameList(list)
    assert.equal(names.includes('Debate Coach'), false, 'the data has it no longer')
    const again = await addAs('svp', list, 'debate coach')
    assert.equal(again.data.id, taken.id, 'what was listed before is listed again with its id')
    assert.equal((await addAs('svp', list, 'falconer')).data.id, kept.id)
  })

  it('refuses an addition once the list has as many entries as one answer takes', async () => {
    const { db } = testApp.services
    await sql`insert into reference_items (list, name, name_key)
      select 'curricula', 'n ' || n, 'n ' || n from generate_series(1, ${listAllMax}::int) as n`.execute(db)
    const full = await addAs('svp', 'curricula', 'One more')
    assert.deepEqual([full.status, full.code], [400, 'list-full'])
    await sql`delete from reference_items where list = 'curricula' and name like 'n %'`.execute(db)
  })
})
