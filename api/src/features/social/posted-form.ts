/**
 * Carries the form of Apple through a redirect: the POST of another site has no cookie, so that the browser is checked at
 * the GET that follows. The form travels encrypted: no code and no name is in an address, and nobody can put a name there.
 */
import type { finishSocialSignIn, takeSocialForm } from '@foyer/contract/page-routes/social-pages'
import type * as v from 'valibot'
import type { Keyring } from '../../kernel/keyring.ts'
import type { PersonName } from './providers/provider.ts'

/** A browser follows the redirect at once. */
const formMs = 60_000

const purpose = 'social form'

type Posted = v.InferOutput<typeof takeSocialForm.form>

/** The parts of an answer that came back with the browser. */
export type Answered = Pick<
  v.InferOutput<typeof finishSocialSignIn.query>,
  'code' | 'state' | 'error' | 'iss'
> & { name: PersonName | null }

export function sealForm(keyring: Keyring, { code, state, error, user }: Posted): string {
  const answered: Answered = { code, state, error, name: readUser(user) }
  return keyring
    .encrypt(purpose, JSON.stringify({ answered, until: Date.now() + formMs }))
    .toString('base64url')
}

/** Returns null for text that the service did not seal, or too long ago. */
export function openForm(keyring: Keyring, sealed: string): Answered | null {
  try {
    const { answered, until } = JSON.parse(keyring.decrypt(purpose, Buffer.from(sealed, 'base64url')))
    return Date.now() < until ? answered : null
  } catch {
    return null
  }
}

/** Apple: `{"name": {"firstName", "lastName"}, "email"}`. The address is taken from the ID token alone. */
function readUser(user: string | undefined): PersonName | null {
  try {
    const { firstName, lastName } = JSON.parse(user ?? '').name
    const isShort = [firstName, lastName].every((name) => name == null || String(name).length <= 512)
    return isShort ? { firstName, lastName } : null
  } catch {
    return null
  }
}
