/** Checks a passkey for a sign-in or a step-up, and records why it was refused. The answer is the same for most causes. */
import type { Assertion } from '@foyer/contract/routes/passkeys'
import { findPasskey } from '../../identity/credentials/passkeys.ts'
import { checkAssertion, userHandleOf } from '../../identity/credentials/relying-party.ts'
import { type Recorded, recordEvent } from '../../kernel/audit.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Services } from '../../services.ts'

const ofAnother =
  'This passkey belongs to another account. Choose the passkey of this one, or use another way.'

export type PasskeyRecord = Omit<Recorded, 'event' | 'userId' | 'details'>
type Cause = 'signature' | 'user' | 'disabled' | 'counter'

type Asked = {
  credential: Assertion
  /** The only user whose passkey is accepted; undefined accepts that of any user. */
  owner: string | undefined
  /** Uses the challenge up; false if it is not valid. */
  consume: (challenge: string) => Promise<boolean>
  recorded: PasskeyRecord
}

export type CheckedPasskey = {
  userId: string
  id: string
  counter: number
  /** The methods of a proof by this passkey (RFC 8176): two factors. */
  amr: string[]
}

/** Returns the methods of a passkey (RFC 8176); `swk` for one that its keeper copies to other devices. */
export const passkeyMethods = (isSynced: boolean): string[] => [isSynced ? 'swk' : 'hwk', 'user']

/** Finds the passkey and checks what it signed. Only a right signature learns that the passkey belongs to another user. */
export async function checkPasskey(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { credential, owner, consume, recorded }: Asked,
): Promise<CheckedPasskey> {
  const found = await findPasskey(db, Buffer.from(credential.id, 'base64url'))
  if (!found) throw new Failure('passkey-unknown')
  const { id, userId, publicKey, isSynced } = found
  const checked = await checkAssertion({ config, consume }, credential, publicKey)
  const { userHandle } = credential.response
  const isUsers = !userHandle || userHandle === userHandleOf(userId).toString('base64url')
  if (!checked || !isUsers) throw await refusePasskey({ db }, userId, 'signature', recorded)
  if (owner && owner !== userId) throw await refusePasskey({ db }, owner, 'user', recorded)
  return { userId, id, counter: checked.counter, amr: passkeyMethods(isSynced) }
}

/** Records why a passkey was refused, and returns the refusal. */
export async function refusePasskey(
  { db }: Pick<Services, 'db'>,
  userId: string,
  cause: Cause,
  recorded: PasskeyRecord,
): Promise<Failure> {
  await recordEvent(db, { event: 'passkey-refused', ...recorded, userId, details: { cause } })
  return new Failure('passkey-refused', cause === 'user' ? { detail: ofAnother } : {})
}
