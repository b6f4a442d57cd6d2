/** Counts the statements of a request without those that a copy of the service sends now and then. */
import type { TestApp } from './test-app.ts'

/**
 * Returns the lowest of three counts: the session check is cached for seconds, and an earlier sign-in may still be
 * finishing.
 */
export async function leastStatements(testApp: TestApp, work: () => Promise<unknown>): Promise<number> {
  const counts = []
  for (let turn = 0; turn < 3; turn += 1) counts.push(await testApp.countStatements(work))
  return Math.min(...counts)
}
