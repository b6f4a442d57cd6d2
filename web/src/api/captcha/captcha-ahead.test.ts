import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { captchaAhead } from './captcha-ahead.ts'

/** Builds the object under test with a fake solver. `fails` is the number of first attempts that find no solution. */
function aheadOf({ fails = 0 } = {}) {
  let tries = 0
  const ahead = captchaAhead('sign_up', async () => {
    tries += 1
    return tries > fails ? { value: `solution ${tries}`, type: 'invisible' } : null
  })
  return { ...ahead, tries: () => tries }
}

const takenOf = async (ahead: ReturnType<typeof aheadOf>) => (await ahead.take())?.value ?? null

test('solves one captcha ahead, however often it is begun', async () => {
  const ahead = aheadOf()
  ahead.begin()
  ahead.begin()
  assert.equal(await takenOf(ahead), 'solution 1')
  assert.equal(ahead.tries(), 1)
})

test('uses a captcha solution once and solves another if none is ready', async () => {
  const ahead = aheadOf()
  ahead.begin()
  assert.equal(await takenOf(ahead), 'solution 1')
  assert.equal(await takenOf(ahead), 'solution 2')
})

test('solves a captcha again that is about to expire', async () => {
  mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 })
  const ahead = aheadOf()
  ahead.begin()
  mock.timers.setTime(1_800_000_479_000)
  ahead.begin()
  assert.equal(ahead.tries(), 1)
  mock.timers.setTime(1_800_000_481_000)
  assert.equal(await takenOf(ahead), 'solution 2')
  mock.timers.reset()
})

test('tries again after a captcha could not be solved', async () => {
  const ahead = aheadOf({ fails: 1 })
  assert.equal(await takenOf(ahead), null)
  const later = aheadOf({ fails: 1 })
  later.begin()
  await Promise.resolve()
  await Promise.resolve()
  assert.equal(await takenOf(later), 'solution 2')
})
