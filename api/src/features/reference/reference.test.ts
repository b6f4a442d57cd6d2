/** Tests the reference data: answers of the routes, caching, and loading a new version of the data. */
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { CuratedList } from '@foyer/contract/lists/curated-lists'
import { listCountries, listStates } from '@foyer/contract/routes/reference'
import { keptMs } from '../../kernel/http/answers/stored-answers.ts'
import { skipTime } from '../../testing/skip-time.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { type Country, countriesWithStates } from './countries.ts'
import { missingReferences, referenceNames } from './find-references.ts'
import { type CuratedItem, listCuratedItems } from './lists/all-lists.ts'
import { countriesVersion, itemsVersion, loadCountries, loadItems, loadReference } from './load-reference.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

async function countriesOf(app: TestApp = testApp) {
  const { data } = await app.call(listCountries, {})
  return new Map(data.items.map((country) => [country.iso2, country]))
}

async function statesOf(iso2: string, app: TestApp = testApp) {
  const countryId = (await countriesOf(app)).get(iso2)?.id ?? ''
  const { data } = await app.call(listStates, { params: { countryId } })
  return data.items
}

describe('countries', () => {
  it('lists the 249 countries of ISO 3166-1 and Kosovo with codes, calling code and flag', async () => {
    const countries = await countriesOf()
    assert.equal(countries.size, 250)
    const { id, ...india } = countries.get('IN') ?? {}
    assert.match(id ?? '', /^[0-9a-f-]{36}$/)
    assert.deepEqual(india, { name: 'India', iso2: 'IN', iso3: 'IND', diallingCode: '+91', flag: '🇮🇳' })
    assert.equal(countries.get('XK')?.iso3, 'XKX')
    assert.equal(countries.get('AQ')?.diallingCode, null)
    assert.equal(countries.has('AC'), false)
  })

  it('sorts countries and states as English readers expect', async () => {
    const { data } = await testApp.call(listCountries, {})
    const names = data.items.map(({ name }) => name)
    assert.deepEqual(names.slice(0, 3), ['Afghanistan', 'Åland Islands', 'Albania'])
    const states = await statesOf('FR')
    assert.ok(states.findIndex(({ name }) => name === 'Île-de-France') < states.length / 2)
  })
})

describe('states', () => {
  it('lists the states of a country with their codes', async () => {
    const states = await statesOf('IN')
    assert.equal(states.length, 36)
    assert.equal(states.find(({ name }) => name === 'Karnataka')?.code, 'KA')
  })

  it('answers an empty list for a country without states', async () => {
    for (const iso2 of ['GI', 'CK']) assert.deepEqual(await statesOf(iso2), [], iso2)
  })

  it('answers 404 for an unknown country and 400 for an id that is no UUID', async () => {
    const unknown = await testApp.call(listStates, { params: { countryId: randomUUID() } })
    assert.deepEqual([unknown.status, unknown.code], [404, 'not-found'])
    const malformed = await testApp.call(listStates, { params: { countryId: 'IN' } })
    assert.equal(malformed.status, 400)
  })
})

describe('caches', () => {
  it('lets any cache keep the lists for an hour and answers 304 to a cache with the current version', async () => {
    const { id } = (await countriesOf()).get('IN') ?? { id: '' }
    for (const url of [listCountries.path, listStates.path.replace(':countryId', id)]) {
      const { headers } = await testApp.app.inject(url)
      assert.equal(headers['cache-control'], 'public, max-age=3600')
      const again = await testApp.app.inject({ url, headers: { 'if-none-match': String(headers.etag) } })
      assert.deepEqual([again.statusCode, again.body], [304, ''])
    }
  })
})

describe('loading', () => {
  it('has the versions of its data as constants, which change with the data', () => {
    const versions = [countriesVersion, itemsVersion]
    const hashes = [countriesWithStates(), listCuratedItems()].map(hashOf)
    assert.deepEqual(versions, hashes, 'packages, Node or lists/ have other data: set the constants to these')
  })

  it('reads the versions alone when the database has this version of the data', async () => {
    assert.equal(await testApp.countStatements(() => loadReference(testApp.services.db)), 1)
  })

  it('keeps ids, renames, adds, and lists no more what a new version of the data does not have', async () => {
    const own = await openTestApp()
    const { db } = own.services
    const before = await countriesOf(own)
    const stateIds = new Map((await statesOf('IN', own)).map(({ name, id }) => [name, id]))
    const changed = countriesWithStates()
      .filter(({ iso2 }) => iso2 !== 'AQ')
      .map((country) => (country.iso2 === 'IN' ? changedIndia(country) : country))
    await Promise.all([loadCountries(db, changed, 'next'), loadCountries(db, changed, 'next')])
    skipTime(keptMs)

    const now = await countriesOf(own)
    assert.equal(now.has('AQ'), false)
    assert.equal(now.get('IN')?.name, 'Bharat')
    assert.equal(now.get('IN')?.id, before.get('IN')?.id)
    const states = await statesOf('IN', own)
    assert.deepEqual(states.map(({ name }) => name).sort(), ['Goa', 'Karnataka', 'New State'])
    assert.equal(states.find(({ name }) => name === 'Goa')?.id, stateIds.get('Goa'))
    const gone = await own.call(listStates, { params: { countryId: before.get('AQ')?.id ?? '' } })
    assert.equal(gone.status, 404)

    await loadReference(db)
    skipTime(keptMs)
    assert.deepEqual(await countriesOf(own), before)
    await own.close()
  })

  it('keeps the ids of curated entries when a new version renames, adds and drops some', async () => {
    const own = await openTestApp()
    const { db } = own.services
    const before = await idsOf(own, 'subjects')
    const changed = listCuratedItems().flatMap((item): CuratedItem[] => {
      if (item.list !== 'subjects' || item.code === 'physics') return [item]
      if (item.code === 'biology') return [{ ...item, name: 'Life science' }]
      return item.code === 'chemistry' ? [{ ...item, code: 'alchemy', name: 'Alchemy' }] : []
    })
    await Promise.all([loadItems(db, changed, 'next'), loadItems(db, changed, 'next')])
    skipTime(keptMs)

    const now = await idsOf(own, 'subjects')
    assert.deepEqual([...now.keys()].sort(), ['Alchemy', 'Life science', 'Physics'])
    assert.equal(now.get('Life science'), before.get('Biology'))
    assert.equal(now.get('Physics'), before.get('Physics'))
    const dropped = [{ list: 'subjects' as const, id: before.get('Chemistry') ?? '' }]
    assert.deepEqual(await missingReferences(db, dropped), [])

    await loadReference(db)
    skipTime(keptMs)
    assert.deepEqual(await idsOf(own, 'subjects'), before)
    await own.close()
  })
})

describe('references', () => {
  it('finds the references without an entry in one query: unknown, of another list, and of another country', async () => {
    const { db } = testApp.services
    const countries = await countriesOf()
    const [india, france] = [countries.get('IN')?.id ?? '', countries.get('FR')?.id ?? '']
    const [karnataka] = (await statesOf('IN')).filter(({ code }) => code === 'KA')
    const state = { list: 'states' as const, id: karnataka?.id ?? '' }
    const hindi = (await idsOf(testApp, 'languages')).get('Hindi') ?? ''
    const existing = [
      { list: 'countries', id: india },
      { list: 'languages', id: hindi },
      state,
      { ...state, countryId: india },
    ] as const
    const wrong = [
      { list: 'countries', id: randomUUID() },
      { list: 'subjects', id: hindi },
      { list: 'states', id: india },
      { ...state, countryId: france },
    ] as const
    const check = async () => {
      assert.deepEqual(await missingReferences(db, [...existing, ...wrong]), [...wrong])
    }
    assert.equal(await testApp.countStatements(check), 1)
    assert.equal(await testApp.countStatements(() => missingReferences(db, [])), 0)
  })

  it('names entries of all lists in one query', async () => {
    const india = (await countriesOf()).get('IN')?.id ?? ''
    const hindi = (await idsOf(testApp, 'languages')).get('Hindi') ?? ''
    const names = await referenceNames(testApp.services.db, [india, hindi, randomUUID()])
    assert.deepEqual(Object.fromEntries(names), { [india]: 'India', [hindi]: 'Hindi' })
  })
})

async function idsOf({ services: { db } }: TestApp, list: CuratedList) {
  const rows = await db
    .selectFrom('referenceItems')
    .select(['name', 'id'])
    .where('list', '=', list)
    .where('isListed', '=', true)
    .execute()
  return new Map(rows.map(({ name, id }) => [name, id]))
}

function hashOf(data: unknown): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 12)
}

function changedIndia(country: Country): Country {
  const kept = country.states.filter(({ name }) => ['Goa', 'Karnataka'].includes(name))
  return {
    ...country,
    name: 'Bharat',
    states: [...kept, { code: 'NS', name: 'New State' }],
  }
}
