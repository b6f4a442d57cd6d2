/** Tests the head of a user's own profile, and reads of the whole profile (N-95, N-156, N-158). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import {
  getProfile,
  getUsername,
  type OwnProfile,
  type ProfileHead,
  putProfile,
} from '@foyer/contract/profile/profile-routes'
import { sectionNames } from '@foyer/contract/profile/section-names'
import { sectionRoutes } from '@foyer/contract/profile/section-routes'
import { sectionKey } from '@foyer/contract/profile/sections'
import { sql } from 'kysely'
import { leastStatements } from '../../testing/least-statements.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { openProfile, removeProfile } from './profiles.ts'
import { entryOf, platformToken, type References, readReferences } from './test-profiles.ts'

let testApp: TestApp
let references: References
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
  references = await readReferences(testApp)
})
after(() => testApp.close())

const read = (token: string) => testApp.call(getProfile, {}, { token })
const write = (token: string, body: ProfileHead, headers = {}) =>
  testApp.call(putProfile, { body }, { token, headers })
const { add, list } = sectionRoutes.awards

const headOf = ({ username, ...profile }: OwnProfile): ProfileHead => ({
  username,
  headline: profile.headline,
  about: profile.about,
  dateOfBirth: profile.dateOfBirth,
  countryId: profile.countryId,
  stateId: profile.stateId,
  city: profile.city,
  url: profile.url,
})

describe('own profile', () => {
  it('makes a username of the name and four digits at the first read, once', async () => {
    const { accessToken: token, user } = await testApp.signIn()
    const answers = await Promise.all(Array.from({ length: 5 }, () => read(token)))
    const { data } = await read(token)
    for (const answer of answers) assert.deepEqual([answer.status, answer.data], [200, data])
    assert.match(data.username, /^asharao\d{4}$/)
    assert.equal(data.uuid, user.uuid)
    assert.deepEqual([data.fullName, data.picture, data.visibility], ['Asha Rao', null, 'private'])
    assert.deepEqual(Object.keys(data.sections).sort(), sectionNames.map(sectionKey).sort())
    assert.ok(Object.values(data.sections).every((entries) => entries.length === 0))
  })

  it('makes a username of a name without Latin letters', async () => {
    const { uuid } = await testApp.makeUser({ firstName: 'ஆஷா', lastName: null })
    await openProfile(testApp.services.db, { id: uuid, firstName: 'ஆஷா', lastName: null })
    const { rows } = await sql<{ username: string }>`
      select username from profiles where user_id = ${uuid}`.execute(testApp.services.db)
    assert.match(rows[0]?.username ?? '', /^user\d{4}$/)
  })

  it('answers the session of the user and that of a platform, and no other caller', async () => {
    const { accessToken } = await testApp.signIn()
    const token = await platformToken(testApp, accessToken)
    const { data } = await read(accessToken)
    assert.deepEqual((await read(token)).data, data)
    const renamed = { ...headOf(data), headline: 'From the platform' }
    assert.equal((await write(token, renamed)).data.headline, 'From the platform')
    assert.deepEqual(
      [(await testApp.call(getProfile, {})).status, (await read('made-up')).status],
      [401, 401],
    )
  })

  it('replaces the head as a whole', async () => {
    const { accessToken: token } = await testApp.signIn()
    const { countryId, stateId } = references
    const { username } = (await read(token)).data
    const head: ProfileHead = {
      username: `Asha.${username}`,
      headline: ' Teacher ',
      about: 'Line one\nline two',
      dateOfBirth: '2001-05-31',
      countryId: countryId.id,
      stateId: stateId.id,
      city: 'Bengaluru',
      url: 'https://asha.example/me',
    }
    const answer = await write(token, head)
    const stored = { ...head, username: `asha.${username}`, headline: 'Teacher' }
    assert.deepEqual([answer.status, headOf(answer.data)], [200, stored])
    assert.deepEqual((await read(token)).data, answer.data)
    const empty = await write(token, { username } as ProfileHead)
    assert.deepEqual(new Set(Object.values({ ...headOf(empty.data), username: null })), new Set([null]))
  })

  it('refuses a wrong head with a sentence at the field', async () => {
    const { accessToken: token } = await testApp.signIn()
    const head = headOf((await read(token)).data)
    const { countryId, stateId } = references
    const wrong: [field: keyof ProfileHead, value: string, more?: Partial<ProfileHead>][] = [
      ['username', 'ab'],
      ['username', '1asha'],
      ['username', 'asha rao'],
      ['username', 'аsha1234'],
      ['headline', 'two\nlines'],
      ['headline', 'x'.repeat(121)],
      ['about', 'hidden \u202e text'],
      ['dateOfBirth', '2001-02-30'],
      ['dateOfBirth', '2001'],
      ['dateOfBirth', '2099-01-01'],
      ['countryId', randomUUID()],
      ['countryId', stateId.id],
      ['stateId', countryId.id, { countryId: countryId.id }],
      ['url', 'http://asha.example'],
      ['url', 'javascript:alert(1)'],
      ['url', 'https://user:secret@asha.example'],
    ]
    for (const [field, value, more = {}] of wrong) {
      const answer = await write(token, { ...head, ...more, [field]: value })
      assert.deepEqual([answer.status, Object.keys(answer.fields)], [400, [field]], `${field} ${value}`)
    }
    const lonely = await write(token, { ...head, stateId: stateId.id })
    assert.deepEqual([lonely.status, Object.keys(lonely.fields)], [400, ['countryId']])
    assert.deepEqual(headOf((await read(token)).data), head)
  })

  it('gives a username to one of ten users who want it at once, and none that stands for the service', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 10 }, async () => (await testApp.signIn()).accessToken),
    )
    const heads = await Promise.all(tokens.map(async (token) => headOf((await read(token)).data)))
    const wanted = tokens.map((token, index) =>
      write(token, { ...(heads[index] as ProfileHead), username: index % 2 ? 'the.best' : 'THE.BEST' }),
    )
    const codes = (await Promise.all(wanted)).map(({ status, code }) => code ?? status)
    assert.deepEqual(codes.sort(), [200, ...Array.from({ length: 9 }, () => 'username-taken')])
    for (const username of ['support', 'Foyer', 'admin_1', 'skill-profile']) {
      const answer = await write(tokens[0] ?? '', { ...(heads[0] as ProfileHead), username })
      assert.equal(answer.code, 'username-taken', username)
    }
  })

  it('tells which usernames a user can take: free ones and their own, none that stands for the service', async () => {
    const [mine, theirs] = [await testApp.signIn(), await testApp.signIn()]
    const own = (await read(mine.accessToken)).data.username
    const taken = (await read(theirs.accessToken)).data.username
    const ask = (username: string, token?: string) =>
      testApp.call(getUsername, { params: { username } }, token ? { token } : {})
    for (const [username, isAvailable] of [
      ['asha.the.free', true],
      [own, true],
      [taken.toUpperCase(), false],
      ['Support', false],
    ] as const) {
      const { data } = await ask(username, mine.accessToken)
      assert.deepEqual(data, { username: username.toLowerCase(), isAvailable })
    }
    const short = await ask('ab', mine.accessToken)
    assert.deepEqual([short.status, Object.keys(short.fields)], [400, ['username']])
    assert.equal((await ask(taken)).code, 'session-ended')
  })

  it('refuses a change of a head that was changed meanwhile', async () => {
    const { accessToken: token } = await testApp.signIn()
    const first = await read(token)
    const tag = { 'if-match': String(first.headers.etag) }
    const head = { ...headOf(first.data), headline: 'Changed' }
    const changed = await write(token, head, tag)
    assert.equal(changed.status, 200)
    assert.equal((await write(token, head, tag)).code, 'precondition-failed')
    assert.equal((await write(token, head, { 'if-match': String(changed.headers.etag) })).status, 200)
    const { status } = await testApp.call(
      getProfile,
      {},
      { token, headers: { 'if-none-match': String((await read(token)).headers.etag) } },
    )
    assert.equal(status, 304)
  })

  it('reads a profile with five hundred entries in one statement, as one with none', async () => {
    const { accessToken: token, user } = await testApp.signIn()
    await read(token)
    const { db } = testApp.services
    await sql`
      insert into profile_items (user_id, section, position, data)
      select ${user.uuid}, section, place,
        case when section in ('awards', 'achievements') then '{"title": "A"}'::jsonb else '{"name": "A"}'::jsonb end
      from unnest(array['awards', 'achievements', 'projects', 'publications', 'interests']) as section,
        generate_series(1, 100) as place`.execute(db)
    let counted = 0
    const full = await leastStatements(testApp, async () => {
      const { data } = await read(token)
      counted = Object.values(data.sections).flat().length
    })
    const listed = await leastStatements(testApp, () => testApp.call(list, {}, { token }))
    await sql`delete from profile_items where user_id = ${user.uuid}`.execute(db)
    const none = await leastStatements(testApp, () => read(token))
    // Each read takes two statements: one counts the request.
    assert.deepEqual([counted, full, listed, none], [500, 2, 2, 2])
  })

  it('removes head, entries and username together', async () => {
    const { accessToken: token, user } = await testApp.signIn()
    const { username } = (await read(token)).data
    await testApp.call(add, { body: entryOf('awards', references) }, { token })
    await testApp.services.db.transaction().execute((trx) => removeProfile(trx, user.uuid))
    const { data } = await read(token)
    assert.notEqual(data.username, username)
    assert.deepEqual(data.sections.awards, [])
  })
})
