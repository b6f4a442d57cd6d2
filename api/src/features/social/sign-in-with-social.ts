/**
 * Signs users in or up by the identity of a social provider (docs/decisions/social-sign-in.md). `login` writes only a session
 * and, if the provider proves the mailbox, the link to the account. Unique keys decide races: the loser starts again.
 */
import type { Session } from '@foyer/contract/routes/sign-in'
import { providerNames } from '@foyer/contract/social/providers'
import type { Refused } from '../../identity/sessions/ask-second-factor.ts'
import { findKnownBrowser, rememberBrowser } from '../../identity/sessions/known-browsers.ts'
import { findUser, type User } from '../../identity/users/find-user.ts'
import { isStillOwner } from '../../identity/users/identities.ts'
import { noMembership } from '../../identity/users/no-membership.ts'
import { lockContacts } from '../../identity/users/users.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { asFailure } from '../../kernel/failure.ts'
import { countSignIn } from '../../kernel/limits/sign-in-limit.ts'
import type { Services } from '../../services.ts'
import { addPlatform } from '../accounts/add-platform.ts'
import { refuseClosedPlatform } from '../accounts/closed-platform.ts'
import { proveFirstContact } from '../accounts/first-contact-proof.ts'
import type { SignedIn } from '../accounts/sign-in-with-proof.ts'
import { storeSignUp } from '../accounts/sign-ups.ts'
import {
  findAccountOfIdentity,
  isAuthoritative,
  opensWithoutProof,
  type SameEmail,
} from './account-of-identity.ts'
import type { ProvenIdentity } from './identity.ts'
import { identityOf } from './identity-of.ts'
import { linkIdentity } from './link-identity.ts'
import { openSocialAccount } from './open-social-account.ts'
import {
  linkNeeded,
  refusedAccount,
  refuseOtherProduct,
  refuseTypedEmail,
  unknownAccount,
} from './social-failures.ts'
import {
  answerWithSession,
  consumeProof,
  Raced,
  type SocialRequest,
  startSocialSession,
} from './social-session.ts'

/** The most times that one request looks the account up. */
const mostTries = 3

/** Errors that use up a try of the reference. After any other error the browser may send the same reference again. */
const final = new Set([
  'social-account-unknown',
  'no-membership',
  'social-link-needed',
  'social-refused',
  'social-failed',
  'second-factor-needed',
  'enrolment-needed',
])

/** A session, or the refusal of a sign-in whose second factor is missing; the transaction is committed in both cases. */
type Opened = SignedIn & { kind: 'opened' }

export async function signInWithSocial(services: Services, request: SocialRequest): Promise<Session> {
  const { body, requestContext, flowBrowser: browserHash } = request
  const { platform, provider, accessToken, purpose } = body
  const isSignUp = purpose === 'sign_up'
  refuseOtherProduct(body)
  await refuseClosedPlatform(services.db, { platform, provider, isSignUp }, requestContext)
  const proven = await identityOf(services, { provider, accessToken, purpose, browserHash })
  const signedIn = await signInOnceMore(services, proven, request).catch(async (error) => {
    if (!final.has(asFailure(error).code)) await proven.giveBack().catch(() => {})
    throw error
  })
  return answerWithSession(services, proven.identity, signedIn, request.warn)
}

/** Starts again after a lost race. */
async function signInOnceMore(
  services: Services,
  proven: ProvenIdentity,
  request: SocialRequest,
): Promise<SignedIn> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await signInOrUp(services, proven, request)
    } catch (error) {
      if (tries === mostTries || !(error instanceof Raced)) throw error
    }
  }
}

async function signInOrUp(
  services: Services,
  proven: ProvenIdentity,
  request: SocialRequest,
): Promise<SignedIn> {
  const { db } = services
  const { identity } = proven
  const { body, browser, requestContext } = request
  const { platform, purpose, provider } = body
  const account = await findAccountOfIdentity(db, identity, purpose === 'sign_up' ? body.email : undefined)
  if (account.kind !== 'linked' && account.email?.isTyped) await refuseTypedEmail(services, identity)
  if (account.kind === 'unknown') {
    if (purpose === 'login') throw unknownAccount()
    return openSocialAccount(services, proven, account.email, request)
  }
  const { user } = account
  const userId = user.id
  const isRefused = purpose === 'login' && !user.platforms.includes(platform)
  // Only the owner of the account may learn that there is one.
  const isOwner = account.kind === 'linked' || isAuthoritative(identity, account.email)
  if (isRefused && (!isOwner || user.isDisabled)) throw unknownAccount()
  const isKnownBrowser = (await findKnownBrowser(db, { browser, userId })) !== null
  const isProven =
    account.kind === 'linked' || (await opensWithoutProof(db, identity, account, isKnownBrowser))
  if (isRefused && !isProven) throw unknownAccount()
  if (isRefused) {
    const proof = `You signed in with ${providerNames[provider]}`
    throw await noMembership(db, { user, proof, platform }, { requestContext, userId, platform })
  }
  if (account.kind === 'same-email' && !isProven)
    throw await linkNeeded(services, identity, account, { platform, isKnownBrowser })
  const recorded = { requestContext, userId, platform, details: { provider } }
  if (user.isDisabled) throw await refusedAccount(db, recorded)
  const { mayNotify } = await countSignIn(services, { userId, isKnownBrowser }, recorded)
  const opened = await db
    .transaction()
    .execute((trx) =>
      account.kind === 'linked'
        ? signIn(services, trx, { user, mayNotify }, proven, request)
        : link(services, trx, { account, isKnownBrowser }, proven, request),
    )
  if (opened.kind === 'refused') throw opened.error
  return opened
}

/** Signs the owner of the identity in. */
async function signIn(
  services: Services,
  trx: Db,
  { user, mayNotify }: { user: User; mayNotify: boolean },
  proven: ProvenIdentity,
  request: SocialRequest,
): Promise<Opened | Refused> {
  const { requestContext, browser, body } = request
  const { platform, purpose, source, utmParams } = body
  const userId = user.id
  if (!(await isStillOwner(trx, proven.identity, userId))) throw new Raced()
  await consumeProof(trx, proven)
  const browserId = await rememberBrowser(trx, browser, userId)
  const opening = await startSocialSession(services, trx, request, { user, browserId, mayNotify })
  if (opening.kind === 'refused') return opening
  if (purpose === 'sign_up') {
    await addPlatform(trx, services.outbox, { user, platform, requestContext })
    await storeSignUp(trx, { userId, platform, source, utmParams })
  }
  return { ...opening, user, endedSessions: [] }
}

/** Links the identity to the account of the mailbox that the provider has proven, and signs its owner in. */
async function link(
  services: Services,
  trx: Db,
  { account, isKnownBrowser }: { account: SameEmail; isKnownBrowser: boolean },
  proven: ProvenIdentity,
  request: SocialRequest,
): Promise<Opened | Refused> {
  const { outbox } = services
  const { requestContext, browser, body } = request
  const { platform, purpose, source, utmParams } = body
  const { id: userId, emailId, emailProvenance } = account.user
  await lockContacts(trx, userId)
  const found = await findUser(trx, { id: userId })
  const isSame = found?.emailId === emailId && found?.emailProvenance === emailProvenance
  if (!found || !emailId || found.isDisabled || !isSame) throw new Raced()
  // An impostor may have proven a phone number of their own meanwhile.
  const opens = await opensWithoutProof(trx, proven.identity, { ...account, user: found }, isKnownBrowser)
  if (!opens) throw new Raced()
  await consumeProof(trx, proven)
  const contact = { channel: 'email', id: emailId } as const
  const proof = await proveFirstContact(trx, outbox, { user: found, contact, browser, requestContext })
  const browserId = await rememberBrowser(trx, browser, userId)
  // The mail about the link names the browser.
  const started = { user: proof.user, browserId, mayNotify: false }
  const opening = await startSocialSession(services, trx, request, started)
  if (opening.kind === 'refused') return opening
  const given = { user: proof.user, identity: proven.identity, platform, requestContext, browserId }
  const user = await linkIdentity(services, trx, given)
  if (!user) throw new Raced()
  if (purpose === 'sign_up') await storeSignUp(trx, { userId, platform, source, utmParams })
  return { ...opening, user, endedSessions: proof.endedSessions }
}
