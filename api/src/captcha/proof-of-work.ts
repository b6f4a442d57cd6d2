/** Puzzles that cost computing time (ALTCHA): made and checked here, solved by the browser. Each solution passes once. */
import { errorSentence } from '@foyer/contract/errors'
import { captchaSeconds } from '@foyer/contract/limits'
import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as v from 'valibot'
import type { Vault } from '../accounts/vault.ts'
import type { Db } from '../db/connect.ts'
import { Failure } from '../http/failure.ts'
import type { CaptchaCheck } from '../http/serve.ts'
import { isFirstUse } from './first-use.ts'

export type ProofOfWork = CaptchaCheck & {
  /** A puzzle of this level: each one more doubles the work. */
  challenge(level: number): Promise<Challenge>
}

/** About 80 ms of one core of a laptop at the first level, and at the highest what an old phone does in some seconds. */
const keyDerivation = { algorithm: 'PBKDF2/SHA-256', cost: 5_000, deriveKey }
/** From nothing on: whoever solves cannot skip ahead. */
const counters = { min: 0, max: 300 }
const highestLevel = 4

const payload = v.object({
  challenge: v.looseObject({
    parameters: v.looseObject({
      algorithm: v.literal(keyDerivation.algorithm),
      nonce: v.string(),
      salt: v.string(),
      cost: v.literal(keyDerivation.cost),
      keyLength: v.literal(32),
      keyPrefix: v.string(),
      data: v.object({ level: v.number() }),
    }),
    signature: v.string(),
  }),
  solution: v.object({ counter: v.number(), derivedKey: v.string() }),
})

export function createProofOfWork(db: Db, vault: Vault): ProofOfWork {
  const hmac = {
    hmacSignatureSecret: vault.mac('captcha', 'challenge').toString('base64url'),
    hmacKeySignatureSecret: vault.mac('captcha', 'key').toString('base64url'),
  }

  function challenge(level: number): Promise<Challenge> {
    const capped = Math.min(level, highestLevel)
    const times = 2 ** (capped - 1)
    return createChallenge({
      ...keyDerivation,
      ...hmac,
      counter: randomInt(counters.max * times, counters.min * times),
      expiresAt: Math.floor(Date.now() / 1000) + captchaSeconds,
      data: { level: capped },
    })
  }

  /** Whether a solution is right, hard enough and was never seen before. */
  async function isSolved(value: string, level: number): Promise<boolean> {
    const read = v.safeParse(payload, parseBase64Json(value))
    if (!read.success) return false
    const { challenge: solved, solution } = read.output
    // What is due may have risen while it was being solved.
    if (solved.parameters.data.level < Math.min(level, highestLevel) - 1) return false
    const { verified } = await verifySolution({
      challenge: solved as Challenge,
      solution,
      deriveKey,
      ...hmac,
    })
    return verified && isFirstUse(db, solved.signature)
  }

  return {
    challenge,
    async check(given, level) {
      if (!given) throw new Failure('captcha-needed', { challenge: await challenge(level) })
      if (await isSolved(given.value, level)) return
      throw new Failure('captcha-refused', {
        fields: { invalidCaptcha: errorSentence('captcha-refused') },
        challenge: await challenge(level),
      })
    },
  }
}

function parseBase64Json(value: string): unknown {
  try {
    return JSON.parse(Buffer.from(value, 'base64').toString('utf8'))
  } catch {
    return null
  }
}
