/** A process that does nothing but check passwords: the rate no sign-in can go beyond. Asked for `argon2id` or `scrypt`. */
import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { hash, verify } from '@node-rs/argon2'
import { measure } from './measure.ts'
import { hashing, hashWorkers, password } from './settings.ts'

const stored = await hash(password, hashing)
/** As better-auth has them. */
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
