/** Tests the command that lists emails which a new account could not use (N-38). */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { openTestApp, type TestApp, testSecret } from '../../testing/test-app.ts'
import { runFoyer } from './test-run-foyer.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp()
})
after(() => testApp.close())

const check = (...more: string[]) =>
  runFoyer(['email', 'check', ...more], { DATABASE_URL: testApp.databaseUrl, FOYER_SECRETS: testSecret })

it('lists accounts whose stored email a new account could not use, without printing the email', async () => {
  await testApp.makeUser({ email: 'Asha@Example.com' })
  await testApp.makeUser({ email: 'катя@example.com' })
  assert.deepEqual(await check(), {
    code: 0,
    out: 'Every email address is valid for a new account.\n',
    error: '',
  })

  const wide = await testApp.makeUser({ email: 'ｖictim@example.com' })
  const domain = await testApp.makeUser({ email: 'ü@münchen.de' })
  const lookalike = await testApp.makeUser({ email: 'раураӏ@example.com' })
  const twin = await testApp.makeUser({ email: 'νικος@example.gr' })
  await sql`update emails set twin = key where user_id = ${twin.uuid}`.execute(testApp.services.db)
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
  for (const output of [out, text]) assert.doesNotMatch(output, /@|victim|νικο|раур/)
})
