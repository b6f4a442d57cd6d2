/** Gives a page a keeper of passkeys, as a phone or a password manager would (WebAuthn §5.1), which signs in software. */
import type { DOMWindow } from 'jsdom'
import { type Authenticator, makeAuthenticator } from '../../api/src/features/passkeys/test-authenticator.ts'

export type Keeper = ReturnType<typeof makeKeeper>

type Asked = {
  mediation?: string
  signal?: AbortSignal
  publicKey: {
    challenge: ArrayBuffer
    user?: { id: ArrayBuffer }
    allowCredentials?: { id: ArrayBuffer }[]
    excludeCredentials?: { id: ArrayBuffer }[]
  }
}

/**
 * Makes a keeper with one passkey. Its user cancels each question while `isCancelling` is true. Questions in the list of a
 * field have no answer.
 */
export function makeKeeper(authenticator: Authenticator = makeAuthenticator()) {
  const keeper = {
    authenticator,
    isCancelling: false,
    /** What the browser is able to do by itself (WebAuthn §5.1.7). */
    capabilities: {} as Record<string, boolean>,
    hasPlatformAuthenticator: true,
    /** The questions that the pages asked, oldest first. */
    asked: [] as { kind: 'get' | 'create'; mediation: string | undefined }[],
  }
  return keeper
}

export function addKeeper(window: DOMWindow, keeper: Keeper): void {
  const { DOMException } = window
  const { origin } = window.location
  const { authenticator } = keeper

  function answer(options: Asked, kind: 'get' | 'create', given: () => object): Promise<object> {
    keeper.asked.push({ kind, mediation: options.mediation })
    const { allowCredentials, excludeCredentials } = options.publicKey
    const isOwn = (list: { id: ArrayBuffer }[] = []) => list.some(({ id }) => text(id) === authenticator.id)
    if (kind === 'get' && options.mediation === 'conditional')
      return new Promise((_, reject) =>
        options.signal?.addEventListener('abort', () => reject(new DOMException('Ended', 'AbortError'))),
      )
    const isExcluded = kind === 'create' && isOwn(excludeCredentials)
    const isMissing =
      kind === 'get' && allowCredentials && allowCredentials.length > 0 && !isOwn(allowCredentials)
    if (isExcluded) return Promise.reject(new DOMException('Known', 'InvalidStateError'))
    if (keeper.isCancelling || isMissing) return Promise.reject(new DOMException('No', 'NotAllowedError'))
    return Promise.resolve(given())
  }

  const credentials = {
    get: (options: Asked) =>
      answer(options, 'get', () => {
        const { id, response } = authenticator.assert({
          challenge: text(options.publicKey.challenge),
          origin,
        })
        const { userHandle = null, ...signed } = response
        return credential(id, {
          ...decoded(signed),
          userHandle: userHandle === null ? null : bytes(userHandle),
        })
      }),
    create: (options: Asked) =>
      answer(options, 'create', () => {
        const { user, challenge } = options.publicKey
        authenticator.userHandle = user && text(user.id)
        const { id, response } = authenticator.attest({ challenge: text(challenge), origin })
        const { transports = [], ...made } = response
        return credential(id, { ...decoded(made), getTransports: () => transports })
      }),
  }
  Object.defineProperty(window.navigator, 'credentials', { value: credentials, configurable: true })
  const PublicKeyCredential = Object.assign(() => {}, {
    isConditionalMediationAvailable: async () => true,
    isUserVerifyingPlatformAuthenticatorAvailable: async () => keeper.hasPlatformAuthenticator,
    getClientCapabilities: async () => keeper.capabilities,
  })
  Object.defineProperty(window, 'PublicKeyCredential', { value: PublicKeyCredential, configurable: true })
}

function credential(id: string, response: object): object {
  return { id, rawId: bytes(id), type: 'public-key', response, getClientExtensionResults: () => ({}) }
}

const bytes = (value: string) => Uint8Array.from(Buffer.from(value, 'base64url')).buffer
const text = (value: ArrayBuffer) => Buffer.from(new Uint8Array(value)).toString('base64url')

function decoded(values: Record<string, unknown>): Record<string, ArrayBuffer> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, bytes(String(value))]))
}
