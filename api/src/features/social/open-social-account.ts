/** Opens an account for an identity whose email has no account. The email is proven if the provider proves it. */
import { errorSentence } from '@foyer/contract/errors'
import { tooLong } from '@foyer/contract/field-faults'
import { fullNameFault } from '@foyer/contract/help-faults'
import { fullNameMaxLength, nameMaxLength } from '@foyer/contract/shared-values'
import { rememberBrowser } from '../../identity/sessions/known-browsers.ts'
import { newEmailFault } from '../../identity/users/email-rules.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { addIdentity } from '../../identity/users/identities.ts'
import { addMembership } from '../../identity/users/memberships.ts'
import { createUser, isAddressTaken } from '../../identity/users/users.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Services } from '../../services.ts'
import type { SignedIn } from '../accounts/sign-in-with-proof.ts'
import { storeSignUp } from '../accounts/sign-ups.ts'
import { isAuthoritative, type SocialEmail } from './account-of-identity.ts'
import type { ProvenIdentity, SocialIdentity } from './identity.ts'
import { consumeProof, Raced, type SocialRequest, startSocialSession } from './social-session.ts'

type Names = { firstName: string; lastName: string | null }

/** All but one of concurrent sign-ups with one identity or one email throw `Raced`. */
export async function openSocialAccount(
  services: Services,
  proven: ProvenIdentity,
  email: SocialEmail | null,
  request: SocialRequest,
): Promise<SignedIn> {
  const names = namesOf(proven.identity, request.body.fullName)
  if (!email) throw emailNeeded(names)
  const fault = email.isTyped ? newEmailFault(email.contact.address) : null
  if (fault) throw new Failure('invalid-request', { fields: { email: fault } })
  if ('fault' in names) throw new Failure('social-name-needed', { fields: { fullName: names.fault } })
  return services.db
    .transaction()
    .execute((trx) => writeAccount(services, trx, { proven, email, names }, request))
    .catch((error) => {
      throw isAddressTaken(error) ? new Raced() : error
    })
}

/**
 * Returns the names for the account. Apple sends a name only once, so its users may type a name; for other providers only the
 * provider's name counts. A missing name stays empty, like a cleared one (docs/decisions/first-proof.md).
 */
function namesOf(
  { provider, fullName }: SocialIdentity,
  typed: string | undefined,
): Names | { fault: string } {
  if (fullName) return { ...fullName, lastName: fullName.lastName || null }
  return provider === 'apple' ? splitFullName(typed) : { firstName: '', lastName: null }
}

function emailNeeded(names: Names | { fault: string }): Failure {
  const fields = {
    email: errorSentence('social-email-needed'),
    ...('fault' in names && { fullName: names.fault }),
  }
  return new Failure('social-email-needed', { fields })
}

/** Writes the account, its address first: all but one of concurrent sign-ups with an address fail there. */
async function writeAccount(
  services: Services,
  trx: Db,
  { proven, email, names }: { proven: ProvenIdentity; email: SocialEmail; names: Names },
  request: SocialRequest,
): Promise<SignedIn> {
  const { identity } = proven
  const { requestContext, browser, body } = request
  const { platform, provider, source, utmParams } = body
  const provenance = isAuthoritative(identity, email) ? 'verified' : 'self_unverified'
  const userId = await createUser(trx, { ...names, email: email.contact, provenance })
  if ((await addIdentity(trx, userId, identity)) !== userId) throw new Raced()
  await consumeProof(trx, proven)
  await addMembership(trx, { userId, platform, provenance: 'sign_up' })
  await storeSignUp(trx, { userId, platform, source, utmParams })
  const user = await findUser(trx, { id: userId })
  if (!user) throw new Error('The user who was just created is missing')
  const browserId = await rememberBrowser(trx, browser, userId)
  const opening = await startSocialSession(services, trx, request, { user, browserId, mayNotify: false })
  if (opening.kind === 'refused') throw opening.error
  const { session } = opening
  const recorded = { requestContext, userId, sessionId: session.id, platform, details: { provider } }
  await recordEvent(trx, { event: 'signed-up', ...recorded })
  return { session, user, endedSessions: [] }
}

/** Returns the names, or the sentence for a wrong or missing one. */
function splitFullName(typed = ''): Names | { fault: string } {
  const words = typed.trim().split(/\s+/u)
  if (words[0] === '') return { fault: errorSentence('social-name-needed') }
  const fault = fullNameFault(typed)
  if (fault) return { fault }
  // The first word is the first name, or more words if the rest is too long for a last name.
  for (let count = 1; count <= words.length; count += 1) {
    const firstName = words.slice(0, count).join(' ')
    const lastName = words.slice(count).join(' ')
    if ([firstName, lastName].every((name) => [...name].length <= nameMaxLength))
      return { firstName, lastName: lastName || null }
  }
  return { fault: tooLong(fullNameMaxLength) }
}
