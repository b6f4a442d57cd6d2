/** Tests the entries of every section of a user's own profile (N-157, N-158). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { EntryContent } from '@foyer/contract/profile/entries'
import { getProfile } from '@foyer/contract/profile/profile-routes'
import { type SectionName, sectionNames } from '@foyer/contract/profile/section-names'
import { isChangeable, sectionRoutes } from '@foyer/contract/profile/section-routes'
import { profileSections, type Section, sectionKey, sectionMax } from '@foyer/contract/profile/sections'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { entryOf, type References, readReferences } from './test-profiles.ts'

let testApp: TestApp
let references: References
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
  references = await readReferences(testApp)
})
after(() => testApp.close())

const read = (token: string) => testApp.call(getProfile, {}, { token })
const add = (token: string, section: SectionName, body: EntryContent, headers = {}) =>
  testApp.call(sectionRoutes[section].add, { body }, { token, headers })
const list = (token: string, section: SectionName, query: Record<string, string> = {}) =>
  testApp.call(sectionRoutes[section].list, { query }, { token })

describe('entries of a section', () => {
  for (const section of sectionNames) {
    const { read: get, replace, remove, order } = sectionRoutes[section]
    const { fields, key }: Section = profileSections[section]

    it(`adds, lists, changes, orders and removes entries of ${section}`, async () => {
      const { accessToken: token } = await testApp.signIn()
      const { accessToken: other } = await testApp.signIn()
      const content = entryOf(section, references)
      assert.deepEqual((await list(token, section)).data.items, [])

      const added = await add(token, section, content)
      assert.equal(added.status, 200, added.text)
      const { id, position, createdAt, updatedAt, ...shown } = added.data
      assert.deepEqual([shown, position, createdAt], [content, 1, updatedAt])
      const params = { id }
      assert.deepEqual((await testApp.call(get, { params }, { token })).data, added.data)
      const { data: profile } = await read(token)
      assert.deepEqual(profile.sections[sectionKey(section)], [added.data])

      for (const [field, { type }] of Object.entries(fields)) {
        const wrong = await add(token, section, { ...content, [field]: '\u202e' })
        assert.deepEqual([wrong.status, Object.keys(wrong.fields)], [400, [field]])
        if (type === 'optional') continue
        const { [field]: _, ...missing } = content
        assert.deepEqual(Object.keys((await add(token, section, missing)).fields), [field])
      }
      if (key) assert.equal((await add(token, section, content)).code, 'entry-exists')

      if (isChangeable(section)) {
        const required = Object.entries(content).filter(([name]) => fields[name]?.type !== 'optional')
        const tag = { 'if-match': String((await testApp.call(get, { params }, { token })).headers.etag) }
        const change = () =>
          testApp.call(replace, { params, body: Object.fromEntries(required) }, { token, headers: tag })
        const { status, data } = await change()
        const empty = Object.fromEntries(Object.keys(content).map((name) => [name, null]))
        const { id: sameId, position: place, createdAt: made, updatedAt: changed, ...rest } = data
        assert.deepEqual([status, sameId, place, made], [200, id, 1, createdAt])
        assert.deepEqual(rest, { ...empty, ...Object.fromEntries(required) })
        assert.ok(changed > updatedAt)
        if (Object.keys(content).length > required.length)
          assert.equal((await change()).code, 'precondition-failed')
        const foreign = { params, body: content }
        assert.equal((await testApp.call(replace, foreign, { token: other })).code, 'not-found')
        assert.equal((await testApp.call(order, { body: { ids: [id] } }, { token })).status, 204)
      }
      assert.equal((await testApp.call(get, { params }, { token: other })).code, 'not-found')
      assert.equal((await testApp.call(remove, { params }, { token: other })).code, 'not-found')
      assert.equal((await testApp.call(remove, { params }, { token })).status, 204)
      assert.equal((await testApp.call(remove, { params }, { token })).code, 'not-found')
      assert.deepEqual((await list(token, section)).data.items, [])
    })
  }

  it('finds an entry at the addresses of its own section only', async () => {
    const { accessToken: token } = await testApp.signIn()
    const { data } = await add(token, 'awards', entryOf('awards', references))
    const params = { id: data.id }
    for (const section of sectionNames.filter((name) => name !== 'awards')) {
      const { read: get, replace, remove } = sectionRoutes[section]
      assert.equal((await testApp.call(get, { params }, { token })).code, 'not-found', section)
      assert.equal((await testApp.call(remove, { params }, { token })).code, 'not-found', section)
      if (!isChangeable(section)) continue
      const body = entryOf(section, references)
      assert.equal((await testApp.call(replace, { params, body }, { token })).code, 'not-found', section)
    }
    assert.deepEqual((await list(token, 'awards')).data.items, [data])
  })

  it('keeps the order that the user gives them, and pages through it', async () => {
    const { accessToken: token } = await testApp.signIn()
    const added = []
    for (const title of ['one', 'two', 'three', 'four', 'five'])
      added.push((await add(token, 'awards', { title })).data.id)
    const ids = added.toReversed()
    const { order } = sectionRoutes.awards
    assert.equal((await testApp.call(order, { body: { ids } }, { token })).status, 204)
    const { data } = await list(token, 'awards')
    assert.deepEqual(
      data.items.map(({ id }) => id),
      ids,
    )
    assert.deepEqual([data.page, data.pageSize, data.total], [-1, 5, 5])
    const second = (await list(token, 'awards', { page: '2', pageSize: '2' })).data
    assert.deepEqual(
      second.items.map(({ id }) => id),
      ids.slice(2, 4),
    )
    assert.deepEqual([second.page, second.pageSize, second.total], [2, 2, 5])
    assert.deepEqual((await list(token, 'awards', { page: '9' })).data.items, [])
    for (const query of [{ page: '0' }, { page: '-2' }, { page: '1.5' }, { pageSize: '101' }])
      assert.equal((await list(token, 'awards', query)).status, 400)
    for (const wrong of [ids.slice(1), [...ids, randomUUID()], [...ids.slice(1), ids[1] ?? '']]) {
      const answer = await testApp.call(order, { body: { ids: wrong } }, { token })
      assert.deepEqual([answer.status, Object.keys(answer.fields)], [400, ['ids']])
    }
  })

  it('refuses a period that ends before it starts, a date that does not exist and an unknown reference', async () => {
    const { accessToken: token } = await testApp.signIn()
    const { countryId, stateId } = references
    const project = { name: 'Rain' }
    const wrong: [SectionName, EntryContent, string | null][] = [
      ['projects', { ...project, startDate: '2024-05', endDate: '2024-04-30' }, 'endDate'],
      ['projects', { ...project, startDate: '2024', endDate: '2023' }, 'endDate'],
      ['projects', { ...project, startDate: '2024-05-31', endDate: '2024-05' }, null],
      ['projects', { ...project, startDate: '2023-02-29' }, 'startDate'],
      ['projects', { ...project, startDate: '2024-13' }, 'startDate'],
      ['projects', { ...project, startDate: '24' }, 'startDate'],
      ['projects', { ...project, url: 'data:text/html,x' }, 'url'],
      ['languages', { languageId: countryId.id }, 'languageId'],
      ['preferred-work-locations', { countryId: countryId.id, stateId: randomUUID() }, 'stateId'],
      ['preferred-work-locations', { countryId: stateId.id }, 'countryId'],
      ['video-portfolio', { title: 'Cat', url: 'https://www.youtube.com.evil.example/watch' }, 'url'],
    ]
    for (const [section, content, field] of wrong) {
      const { status, fields } = await add(token, section, content)
      assert.deepEqual(
        [status, Object.keys(fields)],
        field ? [400, [field]] : [200, []],
        JSON.stringify(content),
      )
    }
  })

  it(`keeps ${sectionMax} entries of a section and refuses another, also of ten at once`, async () => {
    const { accessToken: token, user } = await testApp.signIn()
    await sql`
      insert into profile_items (user_id, section, position, data)
      select ${user.uuid}, 'awards', place, '{"title": "A"}' from generate_series(1, ${sectionMax - 1}) as place
    `.execute(testApp.services.db)
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(token, 'awards', { title: 'B' })))
    const codes = answers.map(({ status, code }) => code ?? status)
    assert.deepEqual(codes.sort(), [200, ...Array.from({ length: 9 }, () => 'list-full')])
    assert.equal((await list(token, 'awards')).data.total, sectionMax)
    assert.equal((await add(token, 'projects', { name: 'Rain' })).status, 200)
  })

  it('keeps a profile below 256 kB, names the longest text of an entry that does not fit, and takes a shorter one', async () => {
    const { accessToken: token, user } = await testApp.signIn()
    const { data: small } = await add(token, 'projects', { name: 'Rain' })
    await sql`
      insert into profile_items (user_id, section, position, data)
      select ${user.uuid}, 'awards', place, json_build_object('title', repeat('x', 25860))
      from generate_series(1, 10) as place
    `.execute(testApp.services.db)
    const long = { name: 'Rain', summary: 'x'.repeat(1_500) }
    const refused = await add(token, 'projects', long)
    const sentence = 'Your profile is full. Shorten this text, or remove an entry that you no longer need.'
    assert.deepEqual(
      [refused.status, refused.code, refused.fields],
      [400, 'list-full', { summary: [sentence] }],
    )
    const { replace } = sectionRoutes.projects
    const answer = await testApp.call(replace, { params: { id: small.id }, body: long }, { token })
    assert.deepEqual([answer.code, answer.fields], ['list-full', { summary: [sentence] }])
    assert.deepEqual((await list(token, 'projects')).data.items, [small])
    await sql`update profile_items set data = json_build_object('title', repeat('x', 40000))
      where user_id = ${user.uuid} and section = 'awards'`.execute(testApp.services.db)
    const shorter = await testApp.call(replace, { params: { id: small.id }, body: { name: 'Ra' } }, { token })
    assert.equal(shorter.status, 200, 'a profile that is too large for this bound can shrink')
  })

  it('adds one entry for equal requests with one key', async () => {
    const { accessToken: token } = await testApp.signIn()
    const key = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => add(token, 'awards', { title: 'Once' }, key)),
    )
    const [first] = answers
    for (const answer of answers) assert.deepEqual([answer.status, answer.data], [200, first?.data])
    assert.equal((await list(token, 'awards')).data.total, 1)
    assert.equal((await add(token, 'awards', { title: 'Twice' }, key)).code, 'idempotency-key-reused')
  })
})
