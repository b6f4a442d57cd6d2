/** Tests proof-of-work challenges at the default cost, which all other tests lower. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { readConfig } from '../../kernel/config/config.ts'
import { createKeyring } from '../../kernel/keyring.ts'
import { solveChallenge } from '../../testing/solve-challenge.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createProofOfWork } from './proof-of-work.ts'

const { captchaCost } = readConfig({})
const purpose = { action: 'users_fetch', isAlwaysDue: false } as const

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.close())

function proofOfWork(cost: number) {
  return createProofOfWork(
    { captchaCost: cost },
    database.db,
    createKeyring([Buffer.from('a secret of this test')]),
  )
}

it('accepts a solution at the default cost once', async () => {
  const { challenge, check } = proofOfWork(captchaCost)
  const made = await challenge(1)
  assert.equal(made.parameters.cost, 5_000)
  const solution = await solveChallenge(made)
  await check(solution, 1, purpose)
  await assert.rejects(check(solution, 1, purpose), { code: 'captcha-refused' })
})

it('refuses the solution of a challenge that was made at a lower cost', async () => {
  const solution = await solveChallenge(await proofOfWork(captchaCost - 1).challenge(1))
  await assert.rejects(proofOfWork(captchaCost).check(solution, 1, purpose), { code: 'captcha-refused' })
})
