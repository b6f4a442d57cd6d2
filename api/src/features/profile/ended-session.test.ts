/** Tests that a session that ends during a request writes nothing (N-30). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, it } from 'node:test'
import type { Platform } from '@foyer/contract/platforms'
import { getProfile } from '@foyer/contract/profile/profile-routes'
import { sectionRoutes } from '@foyer/contract/profile/section-routes'
import { putSkillPortfolio, putSkillVisibility } from '@foyer/contract/profile/skill-portfolio'
import { withdrawSchoolInvitation } from '@foyer/contract/schools/school-people'
import { createSchool } from '@foyer/contract/schools/school-routes'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { placeIn, schoolDetails } from '../schools/test-schools.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { limitsFactor: 1_000 } })
})
after(() => testApp.close())

it('writes no profile entry, portfolio or school for a session that ends after the caller was identified', async () => {
  const portfolio = { isPublic: true, headline: null, items: [] }
  const invitation = { id: randomUUID(), invitationId: randomUUID() }
  const school = schoolDetails(await placeIn(testApp, 'IN'))
  const changes: [Platform, (token: string) => Promise<{ status: number; code?: string | undefined }>][] = [
    ['student', (token) => testApp.call(sectionRoutes.awards.add, { body: { title: 'A' } }, { token })],
    ['student', (token) => testApp.call(putSkillPortfolio, { body: portfolio }, { token })],
    ['student', (token) => testApp.call(putSkillVisibility, { body: { isPublic: true } }, { token })],
    ['school', (token) => testApp.call(createSchool, { body: school }, { token })],
    ['school', (token) => testApp.call(withdrawSchoolInvitation, { params: invitation }, { token })],
  ]
  const countOf = async () =>
    (
      await sql`select (select count(*) from profile_items) + (select count(*) from skill_portfolios)
        + (select count(*) from schools) as count`.execute(testApp.services.db)
    ).rows
  const before = await countOf()
  for (const [platform, change] of changes) {
    const { accessToken, user } = await testApp.signIn(platform)
    // This request makes the service cache for 3 s that the session is open.
    await testApp.call(getProfile, {}, { token: accessToken })
    await sql`update sessions set revoked_at = now(), revoked_reason = 'logout' where user_id = ${user.uuid}`.execute(
      testApp.services.db,
    )
    const { status, code } = await change(accessToken)
    assert.deepEqual([status, code], [401, 'session-ended'])
  }
  assert.deepEqual(await countOf(), before)
})
