/**
 * Passes Apple's form through a redirect to a GET, because the browser sends no cookie with the POST of another site. The form
 * is encrypted in the URL: no log of URLs has the code or the name, and no attacker can write a name there.
 */ import type { finishSocialSignIn, takeSocialForm } from '@foyer/contract/page-routes/social-pages'
import type * as v from 'valibot'
import type { Keyring } from '../../kernel/keyring.ts'
import type { PersonName } from './providers/provider.ts'

/** A sealed form is valid this long: a browser follows the redirect immediately. */
const formMs = 60_000

const purpose = 'social form'

type Posted = v.InferOutput<typeof takeSocialForm.form>

/** The parts of the provider's answer that the browser brings. */
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

/** Opens a sealed form; null for text that the service did not seal or sealed too long ago. */
export function openForm(keyring: Keyring, sealed: string): Answered | null {
  try {
    const { answered, until } = JSON.parse(keyring.decrypt(purpose, Buffer.from(sealed, 'base64url')))
    return Date.now() < until ? answered : null
  } catch {
    return null
  }
}

/** Reads the name in Apple's `{"name": {"firstName", "lastName"}, "email"}`. The email is read from the ID token only. */
function readUser(user: string | undefined): PersonName | null {
  try {
    const { firstName, lastName } = JSON.parse(user ?? '').name
    const isShort = [firstName, lastName].every((name) => name == null || String(name).length <= 512)
    return isShort ? { firstName, lastName } : null
  } catch {
    return null
  }
}
