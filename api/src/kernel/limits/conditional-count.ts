/** Counts the requests that fail with a certain error code, such as sign-ups with the email of an existing account. */
import { boundsOf, type Db } from '../db/connect.ts'
import { asFailure, Failure } from '../failure.ts'
import type { RequestContext } from '../request-context.ts'
import { createPerKeyQueue } from './per-key-queue.ts'
import { countAttempts, type Rule } from './rate-limit.ts'

type ConditionalCount = <Result>(
  requestContext: RequestContext,
  rules: readonly Rule[],
  /** Receives the captcha level that these rules require. */
  run: (level: number) => Promise<Result>,
) => Promise<Result>

/**
 * Runs the requests of one network one after another, and counts each that fails with the code in a rule's `only`. In
 * parallel, all of them would pass with the captcha level of the first. Counting in advance would need no queue, but a
 * class whose users sign up at the same time would raise each other's captcha level.
 */
export function createConditionalCount(db: Db, limitsFactor: number): ConditionalCount {
  const inTurn = createPerKeyQueue()

  return async function countConditionally(requestContext, rules, run) {
    const widest = requestContext.networks.at(-1)?.mac.toString('base64url') ?? ''
    const result = await inTurn(widest, boundsOf(db).earlierRequestsMs, async () => {
      const { challengeLevel } = await countAttempts(db, rules.map(withoutCounting), limitsFactor)
      try {
        return await run(challengeLevel)
      } catch (error) {
        const { code } = asFailure(error)
        const met = rules.filter(({ only }) => only === code)
        // The answer must not depend on whether the counter can be written.
        await countAttempts(db, met, limitsFactor).catch(() => {})
        throw error
      }
    })
    if (result === 'waited-enough') throw new Failure('overloaded', { waitSeconds: 2 })
    return result
  }
}

/** Returns the rule with weight 0: it still refuses and requires challenges, but does not count. */
export function withoutCounting(rule: Rule): Rule {
  return { ...rule, weight: 0 }
}
