/** Lets the user choose a passkey, and tells the browser of passkeys that the service does not know. */
import type { Assertion } from '@foyer/contract/routes/passkeys'
import {
  type PublicKeyCredentialRequestOptionsJSON,
  sendSignal,
  startAuthentication,
} from '@simplewebauthn/browser'

/** True while a dialog of the browser asks. A request for the list of the field would close it. */
let isDialogOpen = false

/**
 * Asks in a dialog of the browser or, with `isAutofill`, in the list of a field. Returns what the passkey signed; null if
 * the user chose none.
 */
export async function choosePasskey(options: object, isAutofill = false): Promise<Assertion | null> {
  if (isAutofill && isDialogOpen) return null
  isDialogOpen = !isAutofill
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  const chosen = await startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill })
    // The user cancelled or has no passkey, or the page began another request.
    .catch(() => null)
    .finally(() => {
      if (!isAutofill) isDialogOpen = false
    })
  if (!chosen) return null
  const { id, rawId, type, response } = chosen
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const signed = { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
  return { id, rawId, type, response: signed }
}

/** The keeper of the passkey then offers it no more, where the browser can tell it. */
export function signalUnknownPasskey(options: object, { id }: Assertion): void {
  const { rpId = '' } = options as PublicKeyCredentialRequestOptionsJSON
  sendSignal({ signalName: 'unknownCredential', rpID: rpId, credentialID: id }).catch(() => {})
}
