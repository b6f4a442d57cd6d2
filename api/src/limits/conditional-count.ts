/** Counters of requests that end in one certain way, such as sign-ups with an address that has an account. */
import type { Db } from '../db/connect.ts'
import { asFailure, Failure } from '../failure.ts'
import type { RequestContext } from '../request-context.ts'
import { createPerKeyQueue } from './per-key-queue.ts'
import { countAttempts, type Rule } from './rate-limit.ts'

/** A class of thirty that signs up at once is through sooner than this. */
const waitMs = 10_000

export type ConditionalCount = <Result>(
  requestContext: RequestContext,
  rules: readonly Rule[],
  /** Gets the level of the captcha challenge that is due by these rules. */
  run: (level: number) => Promise<Result>,
) => Promise<Result>

/**
 * Runs requests of one network one after another, and counts each that fails with the code of a rule's `only`: at once,
 * all of them would pass at the price of the first. Counting beforehand would do without the line, but then people who
 * sign up at the same moment, such as a class, would make each other's challenges harder.
 */
export function createConditionalCount(db: Db, limitsFactor: number): ConditionalCount {
  const inLine = createPerKeyQueue()

  return async function countConditionally(requestContext, rules, run) {
    const widest = requestContext.networks.at(-1)?.mac.toString('base64url') ?? ''
    const result = await inLine(widest, waitMs, async () => {
      const { challengeLevel } = await countAttempts(db, rules.map(looking), limitsFactor)
      try {
        return await run(challengeLevel)
      } catch (error) {
        const { code } = asFailure(error)
        const met = rules.filter(({ only }) => only === code)
        // The answer stands even where the counter cannot be reached.
        await countAttempts(db, met, limitsFactor).catch(() => {})
        throw error
      }
    })
    if (result === 'waited-enough') throw new Failure('overloaded', { waitSeconds: 2 })
    return result
  }
}

/** The same rule, which refuses and asks for challenges as ever, and counts nothing. */
export function looking(rule: Rule): Rule {
  return { ...rule, weight: 0 }
}
