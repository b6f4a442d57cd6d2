/** Derives a key for every purpose from the service's secrets; no other code reads them. */
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
  const derived = new Map<string, KeyObject[]>()

  function keys(purpose: string): KeyObject[] {
    let found = derived.get(purpose)
    if (!found) {
      found = secrets.map((secret) =>
        createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', `foyer ${purpose}`, 32))),
      )
      derived.set(purpose, found)
    }
    return found
  }

  function mac(purpose: string, value: string | Buffer): Buffer {
    return createHmac('sha256', keys(purpose)[0] ?? '')
      .update(value)
      .digest()
  }

  return {
    mac,
    lastingMac: (purpose, value) =>
      createHmac('sha256', keys(purpose).at(-1) ?? '')
        .update(value)
        .digest(),
    macs: (purpose, value) => keys(purpose).map((key) => createHmac('sha256', key).update(value).digest()),
    isMac(purpose, value, given) {
      return keys(purpose).some((key) => {
        const made = createHmac('sha256', key).update(value).digest()
        return made.length === given.length && timingSafeEqual(made, given)
      })
    },
    encrypt(purpose, plain) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keys(purpose)[0] ?? '', iv)
      return Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    decrypt(purpose, sealed) {
      for (const key of keys(purpose)) {
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
