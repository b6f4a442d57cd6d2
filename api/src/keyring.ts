/** Derives a key for every purpose from the service's secrets; no other code reads them. */
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { createMac } from './hmac.ts'
import { StartError } from './start-error.ts'

export type Keyring = {
  /** Encrypts with AES-256-GCM under the newest secret. */
  encrypt(purpose: string, plain: string): Buffer
  /** Tries every secret; throws when none decrypts. */
  decrypt(purpose: string, sealed: Buffer): string
  /** Returns the HMAC-SHA256 under the newest secret. */
  mac(purpose: string, value: string | Buffer): Buffer
  /** Returns the HMAC-SHA256 under the oldest secret, which stays the same when a newer one is added. */
  lastingMac(purpose: string, value: string): Buffer
  /** Returns the HMAC-SHA256 under each secret, to find a stored MAC from before a newer secret was added. */
  macs(purpose: string, value: string): Buffer[]
  /** Returns whether `mac` was made under any of the secrets; compares in constant time. */
  isMac(purpose: string, value: string | Buffer, mac: Buffer): boolean
}

/** Creates a keyring. `secrets`: the newest first, each at least 32 bytes. The first signs and encrypts; all verify and decrypt. */
export function createKeyring(secrets: readonly Buffer[]): Keyring {
  const keys = derive(secrets, createSecretKey)
  const macs = derive(secrets, createMac)

  return {
    mac: (purpose, value) => macs(purpose).newest(value),
    lastingMac: (purpose, value) => macs(purpose).oldest(value),
    macs: (purpose, value) => macs(purpose).all.map((mac) => mac(value)),
    isMac(purpose, value, given) {
      return macs(purpose).all.some((mac) => {
        const made = mac(value)
        return made.length === given.length && timingSafeEqual(made, given)
      })
    },
    encrypt(purpose, plain) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keys(purpose).newest, iv)
      return Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    decrypt(purpose, sealed) {
      for (const key of keys(purpose).all) {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
        decipher.setAuthTag(sealed.subarray(-16))
        try {
          return decipher.update(sealed.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
        } catch {
          // Encrypted under another of the secrets.
        }
      }
      throw new StartError(
        `No secret decrypts this ${purpose}: was FOYER_SECRETS changed without keeping the old one?`,
      )
    },
  }
}

type Derived<Made> = { newest: Made; oldest: Made; all: Made[] }

/** Makes what a purpose needs from the key of each secret, once. */
function derive<Made>(
  secrets: readonly Buffer[],
  make: (key: Buffer) => Made,
): (purpose: string) => Derived<Made> {
  const derived = new Map<string, Derived<Made>>()
  return (purpose) => {
    const known = derived.get(purpose)
    if (known) return known
    const all = secrets.map((secret) =>
      make(Buffer.from(hkdfSync('sha256', secret, '', `foyer ${purpose}`, 32))),
    )
    const [newest] = all
    const oldest = all.at(-1)
    if (newest === undefined || oldest === undefined) throw new RangeError('The keyring has no secret')
    const made = { newest, oldest, all }
    derived.set(purpose, made)
    return made
  }
}
