/** Counts the requests that fail with a certain error code, such as sign-ups with an address that has an account. */
import type { Db } from '../db/connect.ts'
import { asFailure, Failure } from '../failure.ts'
import type { RequestContext } from '../request-context.ts'
import { createPerKeyQueue } from './per-key-queue.ts'
import { countAttempts, type Rule } from './rate-limit.ts'

/** Thirty users of one network who sign up at once take less than this. */
const waitMs = 10_000

type ConditionalCount = <Result>(
  requestContext: RequestContext,
  rules: readonly Rule[],
  /** Gets the level of the captcha challenge that is due by these rules. */
  run: (level: number) => Promise<Result>,
) => Promise<Result>

/**
 * Runs the requests of one network one after another, and counts each that fails with the code of a rule's `only`. In
 * parallel all of them would pass with the challenge of the first. Counting beforehand would need no queue, but users who
 * sign up at the same moment, such as a class, would then make each other's challenges harder.
 */
export function createConditionalCount(db: Db, limitsFactor: number): ConditionalCount {
  const inTurn = createPerKeyQueue()

  return async function countConditionally(requestContext, rules, run) {
    const widest = requestContext.networks.at(-1)?.mac.toString('base64url') ?? ''
    const result = await inTurn(widest, waitMs, async () => {
      const { challengeLevel } = await countAttempts(db, rules.map(withoutCounting), limitsFactor)
      try {
        return await run(challengeLevel)
      } catch (error) {
        const { code } = asFailure(error)
        const met = rules.filter(({ only }) => only === code)
        // The answer does not depend on whether the counter can be reached.
        await countAttempts(db, met, limitsFactor).catch(() => {})
        throw error
      }
    })
    if (result === 'waited-enough') throw new Failure('overloaded', { waitSeconds: 2 })
    return result
  }
}

/** Returns the rule with weight 0: it refuses and requires challenges as before, and counts nothing. */
export function withoutCounting(rule: Rule): Rule {
  return { ...rule, weight: 0 }
}
