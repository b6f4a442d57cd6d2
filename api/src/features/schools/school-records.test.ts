/** Tests which platforms and users can read schools, the user's own school, and the list with its search (N-90). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type Platform, platforms } from '@foyer/contract/platforms'
import type { Call } from '@foyer/contract/routes/route'
import type { Session } from '@foyer/contract/routes/sign-in'
import {
  grantSchoolAccess,
  listReachableSchools,
  listSchoolUsers,
  revokeSchoolAccess,
} from '@foyer/contract/schools/school-access'
import type { School } from '@foyer/contract/schools/school-fields'
import {
  changeSchool,
  createSchool,
  getOwnSchool,
  getSchool,
  listSchools,
  verifySchool,
} from '@foyer/contract/schools/school-routes'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeSchool, placeIn, schoolDetails } from './test-schools.ts'

let testApp: TestApp
let india: Awaited<ReturnType<typeof placeIn>>
let svp: Session
before(async () => {
  testApp = await openTestApp({
    config: { trustedProxies: ['127.0.0.1'], captcha: 'off', limitsFactor: 1_000 },
  })
  india = await placeIn(testApp, 'IN')
  svp = await testApp.signIn('svp')
})
after(() => testApp.close())

const bearer = ({ accessToken }: Session, headers: Record<string, string> = {}) => ({
  token: accessToken,
  headers,
})
const edit = (school: School, given: Partial<Call<typeof changeSchool>['body']> = {}) => ({
  params: { id: school.id },
  body: { ...schoolDetails(india), name: school.name, ...given },
})

async function decide(school: School, body: Call<typeof verifySchool>['body']): Promise<School> {
  const { status, data } = await testApp.call(verifySchool, { params: { id: school.id }, body }, bearer(svp))
  assert.equal(status, 200)
  return data
}

describe('the platforms that reach schools', () => {
  const seers = ['svp', 'serviceAdmin', 'applicationFormAdmin', 'admissionsCounsellor', 'recruitmentUtils']
  const managers = ['svp', 'serviceAdmin']
  const ofSchools = ['school', 'recruitmentPlatform']
  const params = { id: randomUUID() }
  const body = () => schoolDetails({ countryId: randomUUID(), stateId: null })

  it('refuses every route to every platform that has no business with it', async () => {
    const sessions = new Map<Platform, Session>()
    for (const platform of platforms) sessions.set(platform, await testApp.signIn(platform))
    const answers: [allowed: string[], status: number, ask: (sent: ReturnType<typeof bearer>) => unknown][] =
      [
        [ofSchools, 404, (sent) => testApp.call(getOwnSchool, {}, sent)],
        [[...seers, ...ofSchools], 200, (sent) => testApp.call(listSchools, {}, sent)],
        [[...seers, ...ofSchools], 404, (sent) => testApp.call(getSchool, { params }, sent)],
        [[...managers, ...ofSchools], 400, (sent) => testApp.call(createSchool, { body: body() }, sent)],
        [
          [...managers, ...ofSchools],
          404,
          (sent) => testApp.call(changeSchool, { params, body: body() }, sent),
        ],
        [['svp'], 404, (sent) => testApp.call(verifySchool, { params, body: { status: 'verified' } }, sent)],
        [ofSchools, 200, (sent) => testApp.call(listReachableSchools, {}, sent)],
        [[...managers, ...ofSchools], 404, (sent) => testApp.call(listSchoolUsers, { params }, sent)],
        [
          managers,
          404,
          (sent) => testApp.call(grantSchoolAccess, { params, body: { email: 'a@b.example' } }, sent),
        ],
        [
          managers,
          404,
          (sent) => testApp.call(revokeSchoolAccess, { params: { ...params, userId: params.id } }, sent),
        ],
      ]
    for (const [index, [allowed, status, ask]] of answers.entries())
      for (const [platform, session] of sessions) {
        const answer = (await ask(bearer(session))) as { status: number; code?: string }
        const expected = allowed.includes(platform) ? status : 403
        assert.equal(answer.status, expected, `route ${index} for ${platform}`)
        if (expected === 403) assert.equal(answer.code, 'no-access')
      }
  })

  it('answers a school of others like an unknown one, and leaves it as it is', async () => {
    const [owner, stranger] = [await testApp.signIn('school'), await testApp.signIn('school')]
    const school = await makeSchool(testApp, owner, schoolDetails(india))
    for (const id of [school.id, randomUUID()]) {
      const read = await testApp.call(getSchool, { params: { id } }, bearer(stranger))
      const changed = await testApp.call(changeSchool, { ...edit(school), params: { id } }, bearer(stranger))
      assert.deepEqual(
        [read.status, read.code, changed.status, changed.code],
        [404, 'not-found', 404, 'not-found'],
      )
    }
    const listed = await testApp.call(listSchools, { query: { search: 'Green' } }, bearer(stranger))
    assert.deepEqual(listed.data.items, [])
    const kept = await testApp.call(getSchool, { params: { id: school.id } }, bearer(owner))
    assert.deepEqual(kept.data, school)
  })
})

describe('the own school', () => {
  it('answers the first school that the user could reach, with its version', async () => {
    const user = await testApp.signIn('school')
    assert.equal((await testApp.call(getOwnSchool, {}, bearer(user))).status, 404)
    const first = await makeSchool(testApp, user, schoolDetails(india, { name: 'Zebra School' }))
    const second = await makeSchool(testApp, user, schoolDetails(india, { name: 'Alpha School' }))
    const own = await testApp.call(getOwnSchool, {}, bearer(user))
    assert.deepEqual(own.data, first)
    const known = { 'if-none-match': String(own.headers.etag) }
    assert.equal((await testApp.call(getOwnSchool, {}, bearer(user, known))).status, 304)
    const byId = await testApp.call(getSchool, { params: { id: first.id } }, bearer(user, known))
    assert.equal(byId.status, 304)
    const { data } = await testApp.call(listReachableSchools, {}, bearer(user))
    assert.deepEqual(
      data.items.map(({ id }) => id),
      [second.id, first.id],
    )
    assert.equal(data.total, 2)
  })
})

describe('the list of schools', () => {
  const names = [
    'École Sainte-Marie',
    'ÉCOLE Saint Exupéry',
    'शिक्षा निकेतन',
    'St. Mary’s "High" School',
    'Marymount (Hill) School',
    "O'Brien \\ Sons Academy",
    'Σχολείο Πατρός + Λύκειο',
  ]
  before(async () => {
    for (const name of names) await makeSchool(testApp, svp, schoolDetails(india, { name }))
  })

  async function find(search: string, more: Call<typeof listSchools>['query'] = {}): Promise<string[]> {
    const { status, data } = await testApp.call(listSchools, { query: { search, ...more } }, bearer(svp))
    assert.equal(status, 200, search)
    assert.equal(data.total, data.items.length)
    return data.items.map(({ name }) => name)
  }

  it('finds names by the beginnings of their words, in any order, case and accent', async () => {
    const [marie, exupery, hindi, high, hill, obrien, greek] = names
    assert.deepEqual(await find('ecole'), [exupery, marie])
    assert.deepEqual(await find('mari éc'), [marie])
    assert.deepEqual(await find('शिक्षा'), [hindi])
    assert.deepEqual(await find('निके'), [hindi])
    assert.deepEqual(await find('school mary'), [hill, high])
    assert.deepEqual(await find('(hill)'), [hill])
    assert.deepEqual(await find("o'b \\ so"), [obrien])
    assert.deepEqual(await find('πατροσ ΣΧΟΛΕΊΟ'), [greek])
    assert.deepEqual(await find('ΠΑΤΡΌΣ λυκ +'), [greek])
    for (const search of ['ount', "'", '\\', ':*', '!', '<->', ' x'])
      assert.deepEqual(await find(search), [], search)
  })

  it('lists the longest wait first, page by page, also after a school has been sent again', async () => {
    const place = await placeIn(testApp, 'ES')
    const { countryId } = place
    const made: School[] = []
    for (const letter of 'CABD')
      made.push(await makeSchool(testApp, svp, schoolDetails(place, { name: `${letter} Escuela` })))
    const [first] = made as [School]
    await decide(first, { status: 'rejected', reason: 'Not this name' })
    const details = schoolDetails(place, { name: 'C Instituto' })
    await testApp.call(changeSchool, { params: { id: first.id }, body: details }, bearer(svp))
    const pages = []
    for (const page of ['1', '2', '3']) {
      const query = { countryId, status: 'unverified', order: 'waiting', page, pageSize: '2' } as const
      const { data } = await testApp.call(listSchools, { query }, bearer(svp))
      pages.push(data.items.map(({ name }) => name[0]).join(''))
    }
    assert.deepEqual(pages, ['AB', 'DC', ''])
  })

  it('filters by status and country, and pages in the order of names', async () => {
    const france = await placeIn(testApp, 'FR')
    const made = []
    for (const letter of 'EBDAC')
      made.push(await makeSchool(testApp, svp, schoolDetails(france, { name: `${letter} Lycée` })))
    await decide(made[0] as School, { status: 'verified' })
    const { countryId } = france
    assert.deepEqual(await find('', { countryId, status: 'verified' }), ['E Lycée'])
    const pages = []
    for (const page of ['1', '2', '3', '4']) {
      const query = { countryId, page, pageSize: '2' }
      const { data } = await testApp.call(listSchools, { query }, bearer(svp))
      assert.deepEqual([data.page, data.pageSize, data.total], [Number(page), 2, 5])
      pages.push(data.items.map(({ name }) => name[0]).join(''))
    }
    assert.deepEqual(pages, ['AB', 'CD', 'E', ''])
    const all = await testApp.call(listSchools, { query: { countryId, page: '-1' } }, bearer(svp))
    assert.deepEqual([all.data.page, all.data.pageSize, all.data.total], [-1, 5, 5])
    for (const query of [
      { page: '0' },
      { pageSize: '101' },
      { status: 'closed' as 'verified' },
      { countryId: 'IN' },
    ]) {
      const { status, fields } = await testApp.call(listSchools, { query }, bearer(svp))
      assert.deepEqual([status, Object.keys(fields)], [400, Object.keys(query)])
    }
  })

  it('shows neither contacts nor reasons', async () => {
    const { text } = await testApp.call(listSchools, {}, bearer(svp))
    assert.doesNotMatch(text, /contact|reason|Meera/)
  })
})
