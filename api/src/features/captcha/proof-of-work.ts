/**
 * Makes and checks captcha challenges that require computing time (ALTCHA). The browser solves them, and each solution
 * is accepted once.
 */
import { createHash } from 'node:crypto'
import { errorSentence } from '@foyer/contract/errors'
import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as v from 'valibot'
import type { Config } from '../../kernel/config/config.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { CaptchaPurpose } from '../../kernel/http/route-limits.ts'
import type { CaptchaCheck } from '../../kernel/http/serve.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { countAttempts } from '../../kernel/limits/rate-limit.ts'

/** A challenge is valid for this long. Its solution is remembered for the same time, so that it is accepted once. */
const captchaSeconds = 600

export type ProofOfWork = CaptchaCheck & {
  /** Makes a challenge for one action, or for any action. Each level doubles the work. */
  challenge(level: number, action?: string): Promise<Challenge>
}

const keyDerivation = { algorithm: 'PBKDF2/SHA-256', deriveKey }
/** The range starts at 0, so that a solver cannot skip part of the search. */
const counters = { min: 0, max: 300 }
/**
 * At the default cost, level 1 takes about 80 ms on one core of a laptop, and level 6 about 2.5 s. Most limits stop at a
 * lower level (kernel/limits/rate-limit.ts).
 */
const highestLevel = 6

const payload = v.object({
  challenge: v.looseObject({
    parameters: v.looseObject({
      algorithm: v.literal(keyDerivation.algorithm),
      nonce: v.string(),
      salt: v.string(),
      cost: v.number(),
      keyLength: v.literal(32),
      keyPrefix: v.string(),
      data: v.strictObject({ level: v.number(), action: v.optional(v.string()) }),
    }),
    signature: v.string(),
  }),
  solution: v.object({ counter: v.number(), derivedKey: v.string() }),
})

export function createProofOfWork(
  { captchaCost: cost }: Pick<Config, 'captchaCost'>,
  db: Db,
  keyring: Keyring,
): ProofOfWork {
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
      cost,
      counter: randomInt(counters.max * times, counters.min * times),
      expiresAt: Math.floor(Date.now() / 1000) + captchaSeconds,
      data: { level: capped, ...(action && { action }) },
    })
  }

  /** Checks that a solution is correct, hard enough, made for this action, and used for the first time. */
  async function isSolved(value: string, level: number, purpose: CaptchaPurpose): Promise<boolean> {
    const read = v.safeParse(payload, parseBase64Json(value))
    if (!read.success) return false
    const { challenge: solved, solution } = read.output
    const { data } = solved.parameters
    if (solved.parameters.cost < cost) return false
    if (!isFor(purpose, data.action)) return false
    // Accepts one level less, because the due level may have risen while the browser solved this challenge.
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
    async check(submitted, level, purpose) {
      const { action } = purpose
      if (!submitted) throw new Failure('captcha-needed', { challenge: await challenge(level, action) })
      if (await isSolved(submitted.value, level, purpose)) return
      throw new Failure('captcha-refused', {
        fields: { invalidCaptcha: errorSentence('captcha-refused') },
        challenge: await challenge(level, action),
      })
    },
  }
}

/**
 * Returns whether the solved challenge is valid for this action. A challenge for any action is refused if every call
 * requires one, because it may be meant for another call.
 */
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

/** Stores the hash of a solution or token for longer than it is valid; returns false if the hash was stored before. */
export async function isFirstUse(db: Db, solution: string): Promise<boolean> {
  const key = `captcha:${createHash('sha256').update(solution).digest('base64url')}`
  const { fresh } = await countAttempts(db, [
    { key, max: Number.MAX_SAFE_INTEGER, windowSeconds: captchaSeconds },
  ])
  return fresh.length === 1
}
