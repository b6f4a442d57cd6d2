/** Solves a captcha challenge like a browser. */
import { type Challenge, solveChallenge as solve } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

export async function solveChallenge(challenge: unknown): Promise<{ value: string; type: 'invisible' }> {
  const solution = await solve({ challenge: challenge as Challenge, deriveKey })
  const value = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  return { value, type: 'invisible' }
}
