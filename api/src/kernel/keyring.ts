/** Derives a key for each purpose from the service's secrets. No other code reads the secrets. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { StartError } from './start-error.ts'

export type Keyring = {
  /** Encrypts with AES-256-GCM under the newest secret. */
  encrypt(purpose: string, plain: string): Buffer
  /** Tries every secret; throws if none decrypts. */
  decrypt(purpose: string, sealed: Buffer): string
  /** Returns the HMAC-SHA256 under the newest secret. */
  mac(purpose: string, value: string | Buffer): Buffer
  /** Returns the HMAC-SHA256 under the oldest secret, so that adding a secret does not change it. */
  lastingMac(purpose: string, value: string): Buffer
  /** Returns the HMAC-SHA256 under each secret, to find a MAC that was stored before the newest secret was added. */
  macs(purpose: string, value: string): Buffer[]
  /** Returns whether `mac` was made with any of the secrets; compares in constant time. */
  isMac(purpose: string, value: string | Buffer, mac: Buffer): boolean
}

/**
 * Creates a keyring. `secrets` are newest first, each at least 32 bytes. The first signs and encrypts; all verify and
 * decrypt.
 */
export function createKeyring(secrets: readonly Buffer[]): Keyring {
  const keys = createPurposeKeys(secrets)

  return {
    mac: (purpose, value) => hmac(keys(purpose).newest, value),
    lastingMac: (purpose, value) => hmac(keys(purpose).oldest, value),
    macs: (purpose, value) => keys(purpose).all.map((key) => hmac(key, value)),
    isMac(purpose, value, given) {
      return keys(purpose).all.some((key) => {
        const made = hmac(key, value)
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
          // Try the next secret.
        }
      }
      throw new StartError(
        `No secret decrypts this ${purpose}: was FOYER_SECRETS changed without keeping the old one?`,
      )
    },
  }
}

function hmac(key: KeyObject, value: string | Buffer): Buffer {
  return createHmac('sha256', key).update(value).digest()
}

type PurposeKeys = { newest: KeyObject; oldest: KeyObject; all: KeyObject[] }

/** Derives a key from each secret for a purpose (HKDF, RFC 5869), once per purpose. */
function createPurposeKeys(secrets: readonly Buffer[]): (purpose: string) => PurposeKeys {
  const derived = new Map<string, PurposeKeys>()
  return (purpose) => {
    const known = derived.get(purpose)
    if (known) return known
    const all = secrets.map((secret) =>
      createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `foyer ${purpose}`, 32))),
    )
    const [newest] = all
    const oldest = all.at(-1)
    if (newest === undefined || oldest === undefined) throw new RangeError('The keyring has no secret')
    const made = { newest, oldest, all }
    derived.set(purpose, made)
    return made
  }
}
