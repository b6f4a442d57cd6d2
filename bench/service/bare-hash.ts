/** Runs as a process that only verifies passwords, with `argon2id` or `scrypt`; sign-ins cannot be faster than this. */
import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { hash, verify } from '@node-rs/argon2'
import { hashing, hashWorkers, password } from './bench-settings.ts'
import { measure } from './measure.ts'

const stored = await hash(password, hashing)
/** The parameters of better-auth. */
const scryptCost = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 }
const deriveKey = promisify<string, string, number, typeof scryptCost, Buffer>(scrypt)

const checks = {
  argon2id: () => verify(stored, password),
  scrypt: () => deriveKey(password, 'sixteen bytes of', 64, scryptCost),
}

export type HashQuestion = { kind: keyof typeof checks; seconds: number }

process.on('message', async ({ kind, seconds }: HashQuestion) => {
  process.send?.(await measure(checks[kind], { inFlight: hashWorkers, seconds }))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
