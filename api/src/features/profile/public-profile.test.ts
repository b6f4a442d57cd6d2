/** Tests the public profile: its content, its viewers, and the block list (N-91, N-95). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { addBlock, listBlocks, listSchoolsToBlock, removeBlock } from '@foyer/contract/profile/block-list'
import { publicSectionNames } from '@foyer/contract/profile/entries'
import {
  getProfile,
  getProfilePreview,
  getPublicProfile,
  putProfile,
} from '@foyer/contract/profile/profile-routes'
import { sectionNames } from '@foyer/contract/profile/section-names'
import { sectionRoutes } from '@foyer/contract/profile/section-routes'
import { sectionKey } from '@foyer/contract/profile/sections'
import { getSettings, putSettings, type Settings } from '@foyer/contract/routes/settings'
import { sql } from 'kysely'
import { setDisabled } from '../../identity/users/users.ts'
import { leastStatements } from '../../testing/least-statements.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { entryOf, platformToken, publicEntryOf, type References, readReferences } from './test-profiles.ts'

let testApp: TestApp
let references: References
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
  references = await readReferences(testApp)
})
after(() => testApp.close())

const show = (username: string, sent: { token?: string } = {}) =>
  testApp.call(getPublicProfile, { params: { username } }, sent)

async function setVisibility(token: string, profileVisibility: Settings['profileVisibility']) {
  const { data } = await testApp.call(getSettings, {}, { token })
  await testApp.call(putSettings, { body: { ...data, profileVisibility } }, { token })
}

/** Signs in a user who has a profile. */
async function signIn(visibility: Settings['profileVisibility'] = 'public') {
  const { accessToken: token, user } = await testApp.signIn()
  const { username } = (await testApp.call(getProfile, {}, { token })).data
  await setVisibility(token, visibility)
  return { token, uuid: user.uuid, email: user.email, username }
}

describe('public profile', () => {
  it('shows name, head and public sections, and no email, phone number, id or date of birth', async () => {
    const { token, uuid, email, username } = await signIn()
    const phone = '+919812345678'
    await sql`insert into phones (user_id, number, provenance) values (${uuid}, ${phone}, 'verified')`.execute(
      testApp.services.db,
    )
    const head = { username, headline: 'Teacher', about: 'About me', dateOfBirth: '2001-05-31' }
    await testApp.call(putProfile, { body: { ...head, url: 'https://asha.example' } }, { token })
    for (const name of sectionNames)
      await testApp.call(sectionRoutes[name].add, { body: entryOf(name, references) }, { token })

    const answer = await show(username.toUpperCase())
    assert.deepEqual([answer.status, answer.headers['cache-control']], [200, 'no-store'])
    assert.deepEqual(answer.data, {
      username,
      fullName: 'Asha Rao',
      picture: null,
      headline: 'Teacher',
      about: 'About me',
      sections: Object.fromEntries(
        publicSectionNames.map((name) => [sectionKey(name), [publicEntryOf(name, references)]]),
      ),
    })
    assert.doesNotMatch(answer.text, /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/)
    for (const hidden of [email, phone, '2001-05-31', 'test_scores', 'preferred_work_locations'])
      assert.ok(!answer.text.includes(String(hidden)), String(hidden))
  })

  it('answers a hidden profile, that of a disabled user and an unknown username alike, at the same cost', async () => {
    const [hidden, disabled, viewer] = [await signIn('private'), await signIn(), await signIn()]
    await setDisabled(testApp.services.db, disabled.uuid, true)
    for (const sent of [{}, { token: viewer.token }]) {
      const unknown = await show('nobody1234', sent)
      const cost = await leastStatements(testApp, () => show('nobody1234', sent))
      assert.equal(unknown.code, 'not-found')
      for (const { username } of [hidden, disabled]) {
        assert.equal((await show(username, sent)).text, unknown.text)
        assert.equal(await leastStatements(testApp, () => show(username, sent)), cost)
      }
    }
  })

  it('shows a private profile to its user alone, as the public would see it', async () => {
    const { token, username } = await signIn('private')
    for (const name of sectionNames)
      await testApp.call(sectionRoutes[name].add, { body: entryOf(name, references) }, { token })
    const preview = await testApp.call(getProfilePreview, {}, { token })
    assert.equal((await show(username, { token })).code, 'not-found')
    await setVisibility(token, 'public')
    assert.equal(preview.text, (await show(username)).text)
    assert.equal((await testApp.call(getProfilePreview, {})).code, 'session-ended')
  })

  it('follows the setting of its user at once', async () => {
    const { token, username } = await signIn('private')
    for (const [visibility, status] of [
      ['public', 200],
      ['private', 404],
    ] as const) {
      await setVisibility(token, visibility)
      assert.equal((await show(username)).status, status)
      assert.equal((await testApp.call(getProfile, {}, { token })).data.visibility, visibility)
    }
  })

  it('keeps markup in names and texts as text, in JSON that no browser takes for a page', async () => {
    const markup = '<img src=x onerror=alert(1)>'
    const { uuid, token, username } = await signIn()
    await sql`update users set first_name = ${markup}, last_name = null where id = ${uuid}`.execute(
      testApp.services.db,
    )
    await testApp.call(putProfile, { body: { username, headline: markup, about: markup } }, { token })
    await testApp.call(sectionRoutes.awards.add, { body: { title: markup, summary: markup } }, { token })
    const { data, headers } = await show(username)
    const { awards = [] } = data.sections
    assert.deepEqual(
      [data.fullName, data.headline, data.about, awards[0]?.title, awards[0]?.summary],
      Array.from({ length: 5 }, () => markup),
    )
    assert.match(String(headers['content-type']), /^application\/json/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
  })

  it('refuses a token that is not valid, and one of an external site', async () => {
    const { username } = await signIn()
    assert.equal((await show(username, { token: 'a.b.c' })).code, 'session-ended')
    const { token } = await signIn()
    assert.equal((await show(username, { token: await platformToken(testApp, token) })).status, 200)
  })
})

describe('block list', () => {
  it('hides a public profile from a user on it who is signed in, and shows it again after the removal', async () => {
    const [owner, blocked, other] = [await signIn(), await signIn(), await signIn()]
    const { token } = owner
    const { data } = await testApp.call(addBlock, { body: { username: blocked.username } }, { token })
    assert.deepEqual(
      [data.kind, data.name, data.username, data.schoolId],
      ['user', 'Asha Rao', blocked.username, null],
    )
    const unknown = (await show('nobody1234', { token: blocked.token })).text
    for (const seenBy of [blocked.token, await platformToken(testApp, blocked.token)])
      assert.equal((await show(owner.username, { token: seenBy })).text, unknown)
    assert.equal((await show(owner.username, { token: other.token })).status, 200)
    assert.equal((await show(blocked.username, { token })).status, 200)

    const again = await testApp.call(addBlock, { body: { username: blocked.username } }, { token })
    assert.deepEqual(again.data, data)
    const listed = await testApp.call(listBlocks, {}, { token })
    assert.deepEqual(listed.data, { items: [data], page: -1, pageSize: 1, total: 1 })
    const params = { id: data.id }
    assert.equal((await testApp.call(removeBlock, { params }, { token: blocked.token })).code, 'not-found')
    assert.equal((await testApp.call(removeBlock, { params }, { token })).status, 204)
    assert.equal((await testApp.call(removeBlock, { params }, { token })).code, 'not-found')
    assert.equal((await show(owner.username, { token: blocked.token })).status, 200)
  })

  it('hides a public profile from the users of a school on it', async () => {
    const [owner, teacher] = [await signIn(), await signIn()]
    const { rows } = await sql<{ id: string }>`
      with school as (insert into schools (name, type, country_id, contact_first_name)
        values ('Green Valley School', 'other', ${references.countryId.id}, 'Meera') returning id)
      insert into school_access (school_id, user_id) select id, ${teacher.uuid} from school returning school_id as id
    `.execute(testApp.services.db)
    const schoolId = rows[0]?.id ?? ''
    const { data } = await testApp.call(addBlock, { body: { schoolId } }, { token: owner.token })
    assert.deepEqual([data.kind, data.name, data.schoolId], ['school', 'Green Valley School', schoolId])
    assert.equal((await show(owner.username, { token: teacher.token })).code, 'not-found')
  })

  it('finds verified schools by the beginnings of words in their names, and no other school', async () => {
    const { token } = await signIn()
    const add = (name: string, status: string) =>
      sql`
      insert into schools (name, type, country_id, contact_first_name, status)
      values (${name}, 'other', ${references.countryId.id}, 'Meera', ${status})`.execute(testApp.services.db)
    await add('Blocked Birch School', 'verified')
    await add('Blocked Beech School', 'unverified')
    const search = (text: string, sent: { token?: string } = { token }) =>
      testApp.call(listSchoolsToBlock, { query: { search: text } }, sent)
    const { items, total } = (await search('sch block')).data
    assert.deepEqual([items.map(({ name }) => name), total], [['Blocked Birch School'], 1])
    assert.deepEqual(Object.keys(items[0] ?? {}).sort(), ['id', 'name', 'place'])
    assert.equal((await search('blocked', {})).code, 'session-ended')
  })

  it('tells nothing about a hidden profile, and refuses its own user and an unknown school', async () => {
    const [owner, hidden] = [await signIn(), await signIn('private')]
    const block = (body: { username?: string; schoolId?: string }) =>
      testApp.call(addBlock, { body }, { token: owner.token })
    const unknown = await block({ username: 'nobody1234' })
    assert.deepEqual([unknown.status, Object.keys(unknown.fields)], [400, ['username']])
    assert.equal((await block({ username: hidden.username })).text, unknown.text)
    assert.deepEqual(Object.keys((await block({ username: owner.username })).fields), ['username'])
    assert.deepEqual(Object.keys((await block({ schoolId: randomUUID() })).fields), ['schoolId'])
    for (const body of [{}, { username: hidden.username, schoolId: randomUUID() }])
      assert.deepEqual(Object.keys((await block(body)).fields), ['username'])
    assert.deepEqual((await testApp.call(listBlocks, {}, { token: owner.token })).data.items, [])
  })
})
