/** Tests that an item of a skill portfolio keeps its id, by which windows of its user find it (product 7.3). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  getSkillPortfolio,
  putSkillPortfolio,
  type SkillPortfolio,
} from '@foyer/contract/profile/skill-portfolio'
import { sql } from 'kysely'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

async function signIn() {
  const { accessToken: token, user } = await testApp.signIn()
  return { token, uuid: user.uuid }
}

/** An item as a platform sends it, without an id. */
const item = (more: Partial<SkillPortfolio['items'][number]> = {}) => ({
  title: 'A telescope from cardboard',
  summary: null,
  skills: ['Optics'],
  url: null,
  submissionId: null,
  ...more,
})
const portfolio = (items: SkillPortfolio['items']): SkillPortfolio => ({
  isPublic: false,
  headline: null,
  items,
})

describe('the items of a skill portfolio', () => {
  it('keeps the id of an item that is changed, moved or sent again without its id', async () => {
    const { token } = await signIn()
    const put = async (items: SkillPortfolio['items']) =>
      (await testApp.call(putSkillPortfolio, { body: portfolio(items) }, { token })).data.items
    const idsOf = (items: SkillPortfolio['items']) => items.map(({ id }) => id)
    const [robot, kite, twin] = await put([item({ title: 'Robot' }), item(), item()])
    assert.ok(robot && kite && twin)
    assert.equal(new Set(idsOf([robot, kite, twin])).size, 3)
    const changed = await put([kite, { ...robot, title: 'My robot' }])
    assert.deepEqual(idsOf(changed), [kite.id, robot.id])
    const [other, same, added] = await put([item({ title: 'My robot' }), item(), item()])
    assert.deepEqual([other?.id, same?.id], [robot.id, kite.id])
    // An id that two items have belongs to the first of them.
    const doubled = await put([kite, { ...kite, title: 'Copy' }])
    assert.equal(doubled[0]?.id, kite.id)
    assert.ok(![robot.id, kite.id, twin.id].includes(added?.id) && doubled[1]?.id !== kite.id)
  })

  it('gives items that were stored without ids the same ids in every answer', async () => {
    const { token, uuid } = await signIn()
    await testApp.call(putSkillPortfolio, { body: portfolio([item(), item({ title: 'Kite' })]) }, { token })
    await sql`update skill_portfolios set items = (select jsonb_agg(item - 'id' order by place)
      from jsonb_array_elements(items) with ordinality as listed(item, place))
      where user_id = ${uuid}`.execute(testApp.services.db)
    const read = async () => (await testApp.call(getSkillPortfolio, {}, { token })).data
    const [first, second] = (await read()).items
    assert.ok(first?.id && second?.id && first.id !== second.id)
    assert.deepEqual((await read()).items, [first, second])
    const body = { ...(await read()), items: [second, first] }
    assert.deepEqual((await testApp.call(putSkillPortfolio, { body }, { token })).data.items, [second, first])
  })
})
