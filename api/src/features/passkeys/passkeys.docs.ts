/** Describes passkeys in /docs. */
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from '@foyer/contract/routes/passkeys'
import { type ApiSection, describeRoute, exampleSession } from '../../kernel/http/describe-route.ts'

const challenge = '9vXqT2Rm4xR8bK1cY7dLf9gHj3kUa6eTo0iWuVxM2nQ'
const id = 'q0uZ7Yk2m1E4tVbX9pLr3A'
const data = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'
const own = {
  id: '8e2b5d10-6f4a-4c93-b7d1-0a9e3f5c7b26',
  credentialId: id,
  name: 'My phone',
  keeper: 'Google Password Manager',
  isSynced: true,
  createdAt: '2026-11-22T09:55:00.000Z',
  lastUsedAt: '2026-11-27T06:10:00.000Z',
}
const credential = { id, rawId: id, type: 'public-key' } as const

export const passkeysDocs: readonly ApiSection[] = [
  {
    name: 'Passkeys',
    description:
      'A passkey signs a user in without a name and a password (WebAuthn Level 3). `options` and `credential` are in the JSON of WebAuthn and keep its spelling: `PublicKeyCredential.parseRequestOptionsFromJSON`, `parseCreationOptionsFromJSON` and `toJSON` of a browser read and write them. A challenge is valid for five minutes and one use. The authenticator must verify its user. Only pages of Foyer can use these passkeys: their relying party is its host, or `WEBAUTHN_RP_ID`.',
    routes: [
      describeRoute(startPasskeySignIn, 'Names no passkeys, so the answer tells nothing about an account.', {
        result: { options: { challenge, rpId: 'accounts.example.com', userVerification: 'required' } },
      }),
      describeRoute(
        signInWithPasskey,
        'Opens a session whose `amr` is `["swk","user"]` for a passkey that is copied between devices, else `["hwk","user"]`. A passkey that nobody has is refused with `passkey-unknown`; a wrong signature, challenge or origin, a counter that did not grow, and a disabled account with `passkey-refused`, as is the passkey of another user than `user`, if that is given. The passkey of a user without access to the platform is refused with `no-membership`.',
        {
          body: {
            credential: {
              ...credential,
              response: { clientDataJSON: data, authenticatorData: data, signature: data, userHandle: id },
            },
            product: 'learning',
          },
          result: exampleSession,
        },
      ),
      describeRoute(listPasskeys, 'An account has at most 20 passkeys.', {
        result: { rpId: 'accounts.example.com', userHandle: id, items: [own] },
      }),
      describeRoute(
        startPasskey,
        'Lists the passkeys that the user has, so that an authenticator makes no second one.',
        {
          result: { options: { challenge, rp: { id: 'accounts.example.com', name: 'Foyer' } } },
        },
      ),
      describeRoute(
        addPasskey,
        'Takes the passkey that the browser made with the options of the same session. No attestation is asked for or checked. The user gets a notice.',
        {
          body: {
            credential: { ...credential, response: { clientDataJSON: data, attestationObject: data } },
          },
          result: { ...own, lastUsedAt: null },
        },
      ),
      describeRoute(renamePasskey, 'The name is only for the user.', {
        body: { name: own.name },
        result: own,
      }),
      describeRoute(
        removePasskey,
        'The user gets a notice. The only way to sign in is kept: `last-way-in`. Sessions stay open.',
      ),
    ],
  },
]
