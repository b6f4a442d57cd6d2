/** Counts the statements of a request without those that a copy of the service sends now and then. */
import type { TestApp } from './test-app.ts'

/**
 * Returns the lowest of three counts: session checks, keys and lists are cached for seconds, and an earlier sign-in may
 * still be finishing. The statements of `prepare`, which makes what `work` gets, are not counted.
 */
export async function leastStatements<Given = undefined>(
  testApp: TestApp,
  work: (given: Given) => Promise<unknown>,
  prepare?: () => Promise<Given>,
): Promise<number> {
  const counts = []
  for (let turn = 0; turn < 3; turn += 1) {
    const given = (await prepare?.()) as Given
    counts.push(await testApp.countStatements(() => work(given)))
  }
  return Math.min(...counts)
}
