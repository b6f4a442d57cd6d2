/** What a browser does with a puzzle. */
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

export async function solvePuzzle(challenge: unknown): Promise<{ value: string; type: 'invisible' }> {
  const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey })
  const value = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  return { value, type: 'invisible' }
}
