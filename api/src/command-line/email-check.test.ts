import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { type House, openHouse, testSecret } from '../testing/test-app.ts'
import { runFoyer } from './test-run-foyer.ts'

let house: House
before(async () => {
  house = await openHouse()
})
after(() => house.close())

const check = (...more: string[]) =>
  runFoyer(['email', 'check', ...more], { DATABASE_URL: house.databaseUrl, FOYER_SECRETS: testSecret })

it('lists the accounts whose stored address a new account could not have, without the address', async () => {
  await house.makeUser({ email: 'Asha@Example.com' })
  await house.makeUser({ email: 'катя@example.com' })
  assert.deepEqual(await check(), { code: 0, out: 'Every address is as it should be.\n', error: '' })

  const wide = await house.makeUser({ email: 'ｖictim@example.com' })
  const domain = await house.makeUser({ email: 'ü@münchen.de' })
  const lookalike = await house.makeUser({ email: 'раураӏ@example.com' })
  const twin = await house.makeUser({ email: 'νικος@example.gr' })
  await sql`update emails set twin = key where user_id = ${twin.uuid}`.execute(house.services.db)
  const { code, out, error } = await check('--json')
  assert.deepEqual([code, error], [0, ''])
  const faults = Object.fromEntries(
    JSON.parse(out).found.map(({ userId, faults }: { userId: string; faults: string[] }) => [userId, faults]),
  )
  assert.deepEqual(faults, {
    [wide.uuid]: ['local-part-not-normalised'],
    [domain.uuid]: ['domain-not-normalised'],
    [lookalike.uuid]: ['refused-for-new-accounts'],
    [twin.uuid]: ['twin'],
  })
  const { out: text } = await check()
  assert.equal(text.trim().split('\n').length, 4)
  for (const said of [out, text]) assert.doesNotMatch(said, /@|victim|νικο|раур/)
})
