/** Counters of requests that end in one certain way, such as sign-ups with an address that has an account. */
import type { Db } from '../db/connect.ts'
import { asFailure } from './failure.ts'
import { type Rule, returnAttempts } from './rate-limit.ts'

/**
 * Runs a request whose rules have been counted. A rule with `only` is counted before the outcome is known, so that no
 * number of requests at once can outrun it, and its count is given back unless the request fails with that code.
 */
export async function countConditionally<Result>(
  db: Db,
  rules: readonly Rule[],
  run: () => Promise<Result>,
): Promise<Result> {
  const conditional = rules.filter(({ only }) => only !== undefined)
  if (conditional.length === 0) return run()
  try {
    const result = await run()
    await giveBack(conditional)
    return result
  } catch (error) {
    const { code } = asFailure(error)
    await giveBack(conditional.filter(({ only }) => only !== code))
    throw error
  }

  /** The outcome stands even where the counter cannot be reached. */
  async function giveBack(unmet: readonly Rule[]): Promise<void> {
    if (unmet.length === 0) return
    await returnAttempts(
      db,
      unmet.map(({ key }) => key),
    ).catch(() => {})
  }
}
