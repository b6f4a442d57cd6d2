/** Provides an authenticator in software (WebAuthn §6), which also makes every mistake that the service must refuse. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import {
  type Assertion,
  type Attestation,
  addPasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from '@foyer/contract/routes/passkeys'
import type { Call } from '@foyer/contract/routes/route'
import { startPasskeyStepUp, stepUp } from '@foyer/contract/routes/step-up'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { TestApp } from '../../testing/test-app.ts'

/** Flags of the authenticator data (WebAuthn §6.1). */
const present = 0x01
const verified = 0x04
const backupEligible = 0x08
const hasCredential = 0x40

type Answer = {
  challenge: string
  origin: string
  rpId?: string
  topOrigin?: string
  isVerified?: boolean
  type?: string
}

type Given = { isSynced?: boolean; hasCounter?: boolean; aaguid?: string }

export type Authenticator = ReturnType<typeof makeAuthenticator>

/** Makes an authenticator with one ES256 key. By default it keeps a synced passkey without a counter. */
export function makeAuthenticator({ isSynced = true, hasCounter = false, aaguid }: Given = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  let counter = hasCounter ? 1 : 0

  function authenticatorData({ rpId = 'localhost', isVerified = true }: Answer, credential?: Buffer): Buffer {
    const flags =
      present |
      (isVerified ? verified : 0) |
      (isSynced ? backupEligible : 0) |
      (credential ? hasCredential : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const rpIdHash = createHash('sha256').update(rpId).digest()
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, ...(credential ? [credential] : [])])
  }

  return {
    id,
    /** The bytes of the user's id, as the service gave them when the passkey was made. */
    userHandle: undefined as string | undefined,
    setCounter(value: number): void {
      counter = value
    },
    /** Answers `navigator.credentials.create`. */
    attest(answer: Answer, { fmt = 'none', attStmt = new Map<string, never>() } = {}): Attestation {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const guid = Buffer.from((aaguid ?? '').replaceAll('-', '').padEnd(32, '0'), 'hex')
      const data = Buffer.concat([guid, length, credentialId, coseKey(publicKey)])
      const object = new Map<string, unknown>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', Uint8Array.from(authenticatorData(answer, data))],
      ])
      const attestationObject = isoCBOR.encode(object as Parameters<typeof isoCBOR.encode>[0])
      return {
        ...{ id, rawId: id, type: 'public-key' },
        response: {
          clientDataJSON: clientData(answer, 'webauthn.create').toString('base64url'),
          attestationObject: Buffer.from(attestationObject).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Answers `navigator.credentials.get`. */
    assert(answer: Answer, key: KeyObject = privateKey): Assertion {
      if (hasCounter) counter += 1
      const data = authenticatorData(answer)
      const client = clientData(answer, 'webauthn.get')
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        ...{ id, rawId: id, type: 'public-key' },
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, key).toString('base64url'),
          ...(this.userHandle !== undefined && { userHandle: this.userHandle }),
        },
      }
    },
  }
}

function clientData({ challenge, origin, topOrigin, type }: Answer, usual: string): Buffer {
  const framed = { crossOrigin: topOrigin !== undefined, ...(topOrigin && { topOrigin }) }
  return Buffer.from(JSON.stringify({ type: type ?? usual, challenge, origin, ...framed }))
}

/** Writes a P-256 key as COSE_Key (RFC 9053 §2.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const bytes = (value: string) => Uint8Array.from(Buffer.from(value, 'base64url'))
  const map = new Map<number, number | Uint8Array<ArrayBuffer>>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ])
  return Buffer.from(isoCBOR.encode(map))
}

/** Returns the steps for a test app. */
export function passkeySteps(app: () => TestApp) {
  const origin = () => new URL(app().services.config.baseUrl).origin
  return {
    /** Returns a new challenge of a sign-in, with the right origin. */
    async asked(): Promise<{ challenge: string; origin: string }> {
      const { data } = await app().call(startPasskeySignIn, {})
      return { challenge: data.options.challenge, origin: origin() }
    },
    /** Returns a new challenge of a step-up in this session, with the right origin. */
    async askedAgain(token: string) {
      const { data } = await app().call(startPasskeyStepUp, {}, { token })
      return { challenge: data.options.challenge, origin: origin(), options: data.options }
    },
    /** Proves the session again by the passkey of the authenticator. */
    async proveAgain(token: string, authenticator: Authenticator, given?: Assertion) {
      const credential = given ?? authenticator.assert(await this.askedAgain(token))
      return app().call(stepUp, { body: { credential } }, { token })
    },
    /** Returns a new challenge for a passkey of this session, with the right origin. */
    async offered(token: string) {
      const { data } = await app().call(startPasskey, {}, { token })
      return { challenge: data.options.challenge, origin: origin(), options: data.options }
    },
    /** Adds the passkey of the authenticator to the account of the session. */
    async add(token: string, authenticator: Authenticator = makeAuthenticator()) {
      const { options, ...answer } = await this.offered(token)
      authenticator.userHandle = (options.user as { id: string }).id
      const body = { credential: authenticator.attest(answer) }
      return { authenticator, answer: await app().call(addPasskey, { body }, { token }) }
    },
    async signIn(
      authenticator: Authenticator,
      given: Partial<NonNullable<Call<typeof signInWithPasskey>['body']>> = {},
    ) {
      const credential = given.credential ?? authenticator.assert(await this.asked())
      return app().call(signInWithPasskey, { body: { product: 'learning', ...given, credential } })
    },
  }
}
