import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from '@foyer/contract/routes/passkeys'
import type { Serve, Services } from '../../services.ts'
import {
  addOwnPasskey,
  listOwnPasskeys,
  removeOwnPasskey,
  renameOwnPasskey,
  startOwnPasskey,
} from './own-passkeys.ts'
import { signInWithPasskey as signIn, startSignIn } from './sign-in-with-passkey.ts'

export function passkeysRoutes(serve: Serve, services: Services): void {
  serve(startPasskeySignIn, () => startSignIn(services))
  serve(signInWithPasskey, (request) => signIn(services, request))
  serve(listPasskeys, ({ caller }) => listOwnPasskeys(services, caller))
  serve(startPasskey, ({ caller }) => startOwnPasskey(services, caller))
  serve(addPasskey, (request) => addOwnPasskey(services, request))
  serve(renamePasskey, (request) => renameOwnPasskey(services, request))
  serve(removePasskey, (request) => removeOwnPasskey(services, request))
}
