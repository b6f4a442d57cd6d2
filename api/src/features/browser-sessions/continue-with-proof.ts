/**
 * Opens a session with the proof of a sign-in that was right at a platform without a membership, after the user has tapped
 * a platform of the account or has agreed to add one. It counts as a sign-in. The checks are in their order.
 */
import type { continueWithProof } from '@foyer/contract/routes/browser-sessions'
import type { Given } from '@foyer/contract/routes/route'
import type { Session } from '@foyer/contract/routes/sign-in'
import { askSecondFactor } from '../../identity/sessions/ask-second-factor.ts'
import { issueSession } from '../../identity/sessions/issue-tokens.ts'
import { findKnownBrowser, rememberBrowser } from '../../identity/sessions/known-browsers.ts'
import { startSession } from '../../identity/sessions/start-session.ts'
import { consumeProof, findProof, isStillProven, type KeptProof } from '../../identity/tokens/proof-tokens.ts'
import { findUser } from '../../identity/users/find-user.ts'
import { keepUser } from '../../identity/users/users.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { Failure } from '../../kernel/failure.ts'
import { countSignIn } from '../../kernel/limits/sign-in-limit.ts'
import type { Services } from '../../services.ts'
import { enter, type Outcome, refuseTap, type Tapper } from './enter-platform.ts'

type Request = Given<typeof continueWithProof>['body']

export async function continueByProof(
  services: Services,
  request: Request,
  caller: Tapper,
): Promise<Session> {
  const { db } = services
  const { proof: token, platform } = request
  const { browser, requestContext } = caller
  await refuseTap(services, request, caller)
  const proof = await findProof(db, token)
  if (!proof) throw usedUp()
  const { userId } = proof
  const isKnownBrowser = (await findKnownBrowser(db, { browser, userId })) !== null
  const counted = { requestContext, userId, platform }
  const { mayNotify } = await countSignIn(services, { userId, isKnownBrowser }, counted)
  const outcome = await db
    .transaction()
    .execute((trx) => openBy(trx, services, { proof, mayNotify, request }, caller))
  if (outcome.kind === 'refused') throw outcome.error
  return issueSession(services, outcome.session, outcome.user)
}

async function openBy(
  trx: Db,
  services: Services,
  { proof, mayNotify, request }: { proof: KeptProof; mayNotify: boolean; request: Request },
  { browser, requestContext }: Tapper,
): Promise<Outcome> {
  const { userId, authTime, amr } = proof
  const browserId = await rememberBrowser(trx, browser, userId)
  // A transaction that ends the user's sessions waits, or has ended the proof before it is used up.
  await keepUser(trx, userId)
  const user = await findUser(trx, { id: userId })
  if (!user || user.isDisabled || !(await isStillProven(trx, user, proof)))
    return { kind: 'refused', error: usedUp() }
  if (!(await consumeProof(trx, proof))) return { kind: 'refused', error: usedUp() }
  const proofs = [{ ...proof, isRecent: true }]
  const { platform } = request
  const started = {
    ...{ user, platform, amr, authTime, requestContext, browser, browserId, mayNotify },
    ...(proof.contactId !== null && { contactId: proof.contactId }),
  }
  // Before the platform is added.
  const asked = await askSecondFactor(trx, services.config, started)
  if (asked.kind === 'refused') return asked
  const entered = await enter(trx, services, { user, proofs, tap: request, requestContext })
  if (entered.kind === 'refused') return entered
  const opening = await startSession(trx, services, started)
  return opening.kind === 'refused' ? opening : { ...opening, user }
}

function usedUp(): Failure {
  return new Failure('not-signed-in-here', {
    detail:
      'That sign-in has opened a platform already, or is more than five minutes old. Please sign in again.',
  })
}
