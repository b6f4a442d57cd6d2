/** Tests the history of a school, which only verifiers read (N-231). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Session } from '@foyer/contract/routes/sign-in'
import { grantSchoolAccess, revokeSchoolAccess } from '@foyer/contract/schools/school-access'
import { listSchoolHistory } from '@foyer/contract/schools/school-history'
import { inviteToSchool } from '@foyer/contract/schools/school-people'
import { changeSchool, verifySchool } from '@foyer/contract/schools/school-routes'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { deleteUser } from '../accounts/delete-user.ts'
import { makeSchool, placeIn, schoolDetails } from './test-schools.ts'

let testApp: TestApp
let officer: string
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
  officer = (await testApp.signIn('svp')).accessToken
})
after(() => testApp.close())

async function openSchool() {
  const founder = await testApp.signIn('school')
  const details = schoolDetails(await placeIn(testApp, 'IN'), { name: `School ${randomUUID()}` })
  const { id } = await makeSchool(testApp, founder, details)
  return { id, details, founder }
}

const history = (id: string, token = officer, query = {}) =>
  testApp.call(listSchoolHistory, { params: { id }, query }, { token })
const decide = (
  id: string,
  body: { status: 'verified' | 'rejected'; reason?: string; partsToCorrect?: ['name'] },
) => testApp.call(verifySchool, { params: { id }, body }, { token: officer })

describe('the history of a school', () => {
  it('lists what happened to it in words of its events, the newest first', async () => {
    const { id, details, founder } = await openSchool()
    const token = founder.accessToken
    await decide(id, { status: 'rejected', reason: 'The name is another one.', partsToCorrect: ['name'] })
    const body = { ...details, name: `${details.name} B`, address: '14 Lake Road' }
    assert.equal((await testApp.call(changeSchool, { params: { id }, body }, { token })).status, 200)
    await decide(id, { status: 'verified' })
    const contact = { ...details.contact, firstName: 'Omar' }
    await testApp.call(changeSchool, { params: { id }, body: { ...body, contact } }, { token })
    const invited = { params: { id }, body: { email: `invited-${randomUUID()}@example.com` } }
    assert.equal((await testApp.call(inviteToSchool, invited, { token })).status, 200)
    const staff = (await testApp.signIn('serviceAdmin')).accessToken
    const { uuid, email } = await testApp.makeUser({
      platforms: ['school'],
      firstName: 'Omar',
      lastName: 'Khan',
    })
    const granted = { params: { id }, body: { email } }
    assert.equal((await testApp.call(grantSchoolAccess, granted, { token: staff })).status, 200)
    await testApp.call(revokeSchoolAccess, { params: { id, userId: uuid } }, { token: staff })
    const { data, status, text } = await history(id)
    assert.equal(status, 200, text)
    const { fullName } = founder.user
    assert.deepEqual(
      data.items.map(({ event, userName, platform, reason, parts }) => [
        event,
        userName,
        platform,
        reason,
        parts,
      ]),
      [
        ['removed', 'Omar Khan', 'serviceAdmin', null, []],
        ['joined', 'Omar Khan', 'serviceAdmin', null, []],
        ['invited', fullName, 'school', null, []],
        ['changed', fullName, 'school', null, ['contact']],
        ['verified', 'Asha Rao', 'svp', null, []],
        ['sent-again', fullName, 'school', null, ['name', 'address']],
        ['refused', 'Asha Rao', 'svp', 'The name is another one.', ['name']],
        ['registered', fullName, 'school', null, []],
      ],
    )
    assert.doesNotMatch(text, /invited-|example\.com/)
  })

  it('calls a change after a refusal sent again, and one that undoes a verification a change', async () => {
    const { id, details, founder } = await openSchool()
    const rename = (name: string) =>
      testApp.call(
        changeSchool,
        { params: { id }, body: { ...details, name: `${details.name} ${name}` } },
        { token: founder.accessToken },
      )
    await rename('A')
    await decide(id, { status: 'verified' })
    await rename('B')
    await decide(id, { status: 'rejected', reason: 'The name is another one.' })
    await rename('C')
    const { items } = (await history(id)).data
    assert.deepEqual(
      items.map(({ event, undoesVerification }) => [event, undoesVerification]),
      [
        ['sent-again', false],
        ['refused', false],
        ['changed', true],
        ['verified', false],
        ['changed', false],
        ['registered', false],
      ],
    )
  })

  it('holds no event of another school, and keeps the names of nobody who was deleted', async () => {
    const [one, other] = [await openSchool(), await openSchool()]
    await decide(one.id, { status: 'verified' })
    assert.equal((await history(other.id)).data.total, 1)
    await deleteUser(testApp.services, one.founder.user.uuid)
    const { items } = (await history(one.id)).data
    assert.deepEqual(
      items.map(({ event, userName }) => [event, userName]),
      [
        ['verified', 'Asha Rao'],
        ['registered', null],
      ],
    )
  })

  it('is refused to schools, other staff, a signed-out caller and for an unknown school', async () => {
    const { id, founder } = await openSchool()
    const tokens = [founder.accessToken]
    for (const platform of ['recruitmentPlatform', 'serviceAdmin', 'student'] as const)
      tokens.push(((await testApp.signIn(platform)) as Session).accessToken)
    for (const token of tokens) {
      const { status, code } = await history(id, token)
      assert.deepEqual([status, code], [403, 'no-access'])
    }
    assert.equal((await testApp.call(listSchoolHistory, { params: { id } })).status, 401)
    assert.equal((await history(randomUUID())).status, 404)
    assert.equal((await history('1')).status, 400)
  })

  it('is found by the index, whatever the length of the trail', async () => {
    const { id } = await openSchool()
    const { db } = testApp.services
    const plan = await db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      return sql<{ 'QUERY PLAN': string }>`explain select id from audit_events
        where details ->> 'schoolId' = ${sql.lit(id)}`.execute(trx)
    })
    const lines = plan.rows.map((row) => Object.values(row)[0]).join('\n')
    assert.doesNotMatch(lines, /Seq Scan/)
    assert.match(lines, /expr_at_idx/)
  })
})
