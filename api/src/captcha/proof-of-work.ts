/** Puzzles that cost computing time (ALTCHA): made and checked here, solved by the browser. Each solution passes once. */
import { errorSentence } from '@foyer/contract/errors'
import { captchaSeconds } from '@foyer/contract/limits'
import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as v from 'valibot'
import type { Db } from '../db/connect.ts'
import { Failure } from '../failure.ts'
import type { CaptchaCheck, CaptchaPurpose } from '../http/serve.ts'
import type { Keyring } from '../keyring.ts'
import { isFirstUse } from './first-use.ts'

export type ProofOfWork = CaptchaCheck & {
  /** A puzzle of this level, each one more of which doubles the work, for one action or for none in particular. */
  challenge(level: number, action?: string): Promise<Challenge>
}

/** About 80 ms of one core of a laptop at the first level. */
const keyDerivation = { algorithm: 'PBKDF2/SHA-256', cost: 5_000, deriveKey }
/** From nothing on: whoever solves cannot skip ahead. */
const counters = { min: 0, max: 300 }
/** About 2.5 s of one core of a laptop. Most limits stop at an easier one (limits/rate-limit.ts). */
const highestLevel = 6

const payload = v.object({
  challenge: v.looseObject({
    parameters: v.looseObject({
      algorithm: v.literal(keyDerivation.algorithm),
      nonce: v.string(),
      salt: v.string(),
      cost: v.literal(keyDerivation.cost),
      keyLength: v.literal(32),
      keyPrefix: v.string(),
      data: v.strictObject({ level: v.number(), action: v.optional(v.string()) }),
    }),
    signature: v.string(),
  }),
  solution: v.object({ counter: v.number(), derivedKey: v.string() }),
})

export function createProofOfWork(db: Db, keyring: Keyring): ProofOfWork {
  const hmac = {
    hmacSignatureSecret: keyring.mac('captcha', 'challenge').toString('base64url'),
    hmacKeySignatureSecret: keyring.mac('captcha', 'key').toString('base64url'),
  }

  function challenge(level: number, action?: string): Promise<Challenge> {
    const capped = Math.min(level, highestLevel)
    const times = 2 ** (capped - 1)
    return createChallenge({
      ...keyDerivation,
      ...hmac,
      counter: randomInt(counters.max * times, counters.min * times),
      expiresAt: Math.floor(Date.now() / 1000) + captchaSeconds,
      data: { level: capped, ...(action && { action }) },
    })
  }

  /** Whether a solution is right, for this, hard enough and was never seen before. */
  async function isSolved(value: string, level: number, purpose: CaptchaPurpose): Promise<boolean> {
    const read = v.safeParse(payload, parseBase64Json(value))
    if (!read.success) return false
    const { challenge: solved, solution } = read.output
    const { data } = solved.parameters
    if (!isFor(purpose, data.action)) return false
    // What is due may have risen while it was being solved.
    if (data.level < Math.min(level, highestLevel) - 1) return false
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
    async check(given, level, purpose) {
      const { action } = purpose
      if (!given) throw new Failure('captcha-needed', { challenge: await challenge(level, action) })
      if (await isSolved(given.value, level, purpose)) return
      throw new Failure('captcha-refused', {
        fields: { invalidCaptcha: errorSentence('captcha-refused') },
        challenge: await challenge(level, action),
      })
    },
  }
}

/** One that was fetched ahead for nothing in particular is no price where everybody pays: it could be any other's. */
function isFor({ action, isAlwaysDue }: CaptchaPurpose, solvedFor: string | undefined): boolean {
  return solvedFor === undefined ? !isAlwaysDue : solvedFor === action
}

function parseBase64Json(value: string): unknown {
  try {
    return JSON.parse(Buffer.from(value, 'base64').toString('utf8'))
  } catch {
    return null
  }
}
