/** Signs a user in with a passkey and stores the session. */
import { type Platform, platformRow } from '@foyer/contract/platforms'
import { signInWithPasskey as route, startPasskeySignIn } from '@foyer/contract/routes/passkeys'
import { browserSupportsWebAuthnAutofill } from '@simplewebauthn/browser'
import { queueSignIn } from '../analytics/analytics.ts'
import { type Answer, call } from '../api/call.ts'
import type { Failure } from '../api/failure.ts'
import { choosePasskey, signalUnknownPasskey } from './choose-passkey.ts'
import { rememberPerson } from './last-person.ts'
import { settleOffer } from './passkey-offer.ts'
import { storeAuth } from './stored-auth.ts'

/** The service accepts a challenge for five minutes; the page asks for the next one a little earlier. */
const renewAfterMs = 240_000

type Asking = {
  isAutofill?: boolean
  /** The only user whom the passkey may sign in. */
  user?: string
  signal: AbortSignal
}

/** Signs the user in, stores the session and remembers the person. Returns null if the user chose no passkey. */
export async function signInWithPasskey(
  platform: Platform,
  asking: Asking,
): Promise<Answer<typeof route> | null> {
  const answer = await openByPasskey(platform, asking)
  if (answer?.isSuccessful) {
    storeAuth(answer.data)
    settleOffer(answer.data.user.uuid)
    rememberPerson(answer.data, { identifier: answer.data.user.email ?? '', method: 'passkey' })
    queueSignIn(answer.data, 'passkey')
  }
  return answer
}

/**
 * Lets the user choose a passkey, in a dialog of the browser or, with `isAutofill`, in the list of a field. Returns null if
 * the user chose none. The caller stores the session.
 */
export async function openByPasskey(
  platform: Platform,
  { isAutofill = false, user, signal }: Asking,
): Promise<Answer<typeof route> | null> {
  const asked = await call(startPasskeySignIn, {}, { signal })
  if (!asked.isSuccessful) return isAutofill ? null : asked
  const { options } = asked.data
  const credential = await choosePasskey(options, isAutofill)
  if (!credential || signal.aborted) return null
  const { product } = platformRow(platform)
  const only = user === undefined ? {} : { user }
  const answer = await call(route, { body: { credential, product, platform, ...only } }, { signal })
  if (signal.aborted) return null
  if (!answer.isSuccessful && answer.errors.code === 'passkey-unknown')
    signalUnknownPasskey(options, credential)
  return answer
}

/**
 * Offers passkeys in the list of the identifier's field until the signal is aborted. Calls back with null after a sign-in,
 * or with the refusal of a passkey, and then offers them again.
 */
export async function offerPasskeys(
  platform: Platform,
  signal: AbortSignal,
  onAnswer: (refusal: Failure | null) => void,
): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill()) || signal.aborted) return
  const turn = new AbortController()
  const end = () => turn.abort()
  signal.addEventListener('abort', end)
  // The next request of the page ends this one.
  const timer = setTimeout(() => {
    end()
    offerPasskeys(platform, signal, onAnswer)
  }, renewAfterMs)
  const answer = await signInWithPasskey(platform, { isAutofill: true, signal: turn.signal })
  clearTimeout(timer)
  if (!answer) return
  onAnswer(answer.isSuccessful ? null : answer)
  if (!answer.isSuccessful) offerPasskeys(platform, signal, onAnswer)
}
