/** Hands a signed-in user over to the platform: requests the code and builds the URL with the code (product 4). */

import { withQuery } from '@foyer/contract/addresses'
import { isOwnPage, pages, type ReactPageName } from '@foyer/contract/pages'
import { type Platform, platformRow } from '@foyer/contract/platforms'
import { createCode } from '@foyer/contract/routes/handover'
import type { Site } from '@foyer/contract/site'
import { type External, type ExternalPlace, externalUrl } from '@foyer/contract/targets/externals'
import { trustedUrl } from '@foyer/contract/targets/trusted-origin'
import { type Failure, networkFailure, type Success } from '../api/failure.ts'
import { codeRequest } from './code-request.ts'
import { isHandoverLoop, recordHandover } from './loop-guard.ts'
import { callSignedIn } from './signed-in-call.ts'
import { clearStoredAuth, readStoredAuth, storeAuth } from './stored-auth.ts'

/** The page that the user opened: its platform, site and query. */
export type PageLocation = { platform: Platform; site: Site; search: URLSearchParams }

export type HandOver =
  /** Go to this URL, which contains the code. */
  | { kind: 'go'; url: string }
  /** Go to this page of Foyer. */
  | { kind: 'own-page'; path: string }
  | { kind: 'invalid-url' }
  /** The user is signed in and this window is no longer needed. `url` is the link on the notice. */
  | { kind: 'signed-in'; url: string }
  /** Too many handovers to this target in a short time. The URL contains no code. */
  | { kind: 'loop'; url: string }
  | { kind: 'signed-out' }
  | { kind: 'failed'; failure: Failure }
  /** The page reloads or was left, so nothing new is shown. */
  | { kind: 'reloading' }

/** The outcomes without a code. */
type Stopped = Exclude<HandOver, { kind: 'go' | 'own-page' | 'signed-in' }>

/** The reason why the user stays on this page. */
export type Outcome =
  | Extract<HandOver, { kind: 'invalid-url' | 'loop' | 'failed' | 'signed-in' }>
  /** The user may add a passkey before the handover begins. */
  | { kind: 'passkey-offer' }
  /** The user has to set up a second factor soon, and may do so before the handover begins. */
  | { kind: 'enrolment'; enrolBy: string }

type Destination =
  | { kind: 'own-page'; path: string }
  | { kind: 'invalid-url' }
  | { kind: 'target'; url: URL }
  /** The platform has no home: the user goes to a page of Foyer. */
  | { kind: 'no-target' }

/** Returns the target after sign-in. A page calls this function to refuse an invalid URL before the user types. */
export function destinationOf({ platform, site, search }: PageLocation): Destination {
  const { redirect } = platformRow(platform)
  const redirectUrl = search.get('redirect-url')
  const returnPath = returnPathOf(platform, search)
  if (redirectUrl !== null) {
    const url = redirect === 'none' ? null : trustedUrl(redirectUrl, site.redirectOrigins)
    if (!url) return { kind: 'invalid-url' }
    return returnPath ? { kind: 'own-page', path: returnPath } : { kind: 'target', url }
  }
  if (returnPath) return { kind: 'own-page', path: returnPath }
  const home = redirect === 'home' ? URL.parse(site.home ?? '') : null
  return home ? { kind: 'target', url: home } : { kind: 'no-target' }
}

/**
 * Requests the code and returns the next page. The caller aborts `signal` when it no longer needs the answer; an unused
 * code does not count as a handover.
 */
export async function handOver(page: PageLocation, signal?: AbortSignal): Promise<HandOver> {
  const { platform, search } = page
  const destination = destinationOf(page)
  if (destination.kind === 'invalid-url') return destination
  if (!readStoredAuth(platform)) return { kind: 'signed-out' }
  if (destination.kind === 'own-page') return destination
  if (destination.kind === 'no-target') {
    const found = await import('./page-without-target.ts').then(
      (module) => module.pageWithoutTarget(platform, signal),
      () => 'account' as const,
    )
    return readStoredAuth(platform)
      ? { kind: 'own-page', path: ownPath(found, platform) }
      : { kind: 'signed-out' }
  }
  const redirectUrl = search.get('redirect-url')
  const handover = await urlWithCode(
    page,
    destination.url,
    redirectUrl === null ? {} : { redirectUrl },
    signal,
  )
  return withoutAccess(platform, handover)
}

function ownPath(page: ReactPageName, platform: Platform): string {
  return withQuery(pages[page].paths.main ?? '', new URLSearchParams(), { platform })
}

/** Removes the session if the service says that the user has no access. */
function withoutAccess<T extends { kind: string; failure?: Failure }>(platform: Platform, result: T): T {
  if (result.failure?.errors.code === 'no-access') clearStoredAuth(platform)
  return result
}

/** Requests a code to post to the window at this origin. */
export async function codeForWindow(
  page: PageLocation,
  origin: string,
  delivery: 'popup' | 'frame',
  signal?: AbortSignal,
): Promise<{ kind: 'code'; code: string } | Stopped> {
  if (!readStoredAuth(page.platform)) return { kind: 'signed-out' }
  return withoutAccess(page.platform, await requestCode(page, { redirectUrl: origin, delivery }, signal))
}

/** Hands a signed-in user over to an external site, with the query of the page (product 2.8). */
export async function handOverToExternal(
  page: PageLocation,
  external: External,
  { url: registered }: ExternalPlace,
  signal?: AbortSignal,
): Promise<Exclude<HandOver, { kind: 'own-page' }>> {
  const { platform, search } = page
  if (!readStoredAuth(platform)) return { kind: 'signed-out' }
  const url = externalUrl(registered, platform, search)
  return urlWithCode(page, url, { external, redirectUrl: url.href }, signal)
}

type Target = Parameters<typeof codeRequest>[1]

/** Requests a code and adds the code to the URL. */
async function urlWithCode(
  page: PageLocation,
  url: URL,
  target: Target,
  signal?: AbortSignal,
): Promise<Exclude<HandOver, { kind: 'own-page' }>> {
  if (isHandoverLoop(url)) return { kind: 'loop', url: url.href }
  const answer = await requestCode(page, target, signal)
  if (answer.kind !== 'code') return answer
  recordHandover(url)
  url.searchParams.set('code', answer.code)
  return { kind: 'go', url: url.href }
}

async function requestCode(
  { platform, search }: PageLocation,
  target: Target,
  signal?: AbortSignal,
): Promise<{ kind: 'code'; code: string } | Stopped> {
  const body = codeRequest({ platform, search }, target)
  const ask = () => callSignedIn(platform, createCode, { body })
  const first = await ask()
  const answer = needsSecondStep(first) ? await withSecondStepOf(platform, first, ask, signal) : first
  if (answer === 'reloading' || signal?.aborted) return { kind: 'reloading' }
  return answer.isSuccessful ? { kind: 'code', code: answer.data.code } : stopFor(platform, answer)
}

function needsSecondStep(answer: 'reloading' | Success<unknown> | Failure): answer is Failure {
  if (answer === 'reloading' || answer.isSuccessful) return false
  return answer.errors.code === 'second-factor-needed' || answer.errors.code === 'enrolment-needed'
}

/** Asks the user for the second step that the session lacks, and then for the code again. */
async function withSecondStepOf<T>(
  platform: Platform,
  refusal: Failure,
  ask: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T | Failure | 'reloading'> {
  const module = await import('../flow/second-step/with-second-step.ts').catch(() => null)
  if (!module) return networkFailure()
  const answer = await module.withSecondStep(platform, refusal, signal)
  if (!answer.isSuccessful) return answer
  storeAuth(answer.data)
  return ask()
}

/** Returns the page of Foyer that requested the sign-in. The path is fixed, so that no link can lead elsewhere. */
function returnPathOf(platform: Platform, search: URLSearchParams): string | null {
  const page = search.get('return') ?? ''
  if (isOwnPage(page)) return ownPath(page, platform)
  if (page !== 'zoom-auth') return null
  const query = new URLSearchParams(search)
  for (const name of ['return', 'redirect-url', 'email', 'phoneNumber', 'autoNext']) query.delete(name)
  return withQuery('/zoom-auth', query, { platform })
}

function stopFor(platform: Platform, failure: Failure): Stopped {
  switch (failure.errors.code) {
    // All other values of the request are valid, so a value from the query is invalid.
    case 'invalid-request':
    case 'redirect-not-allowed':
      return { kind: 'invalid-url' }
    // The session may still be valid: after too many reloads, the page keeps a renewed token that the service refused.
    case 'session-ended':
      return readStoredAuth(platform) ? { kind: 'failed', failure } : { kind: 'signed-out' }
    // The user signs in again, and then sets a second factor up.
    case 'proof-needed':
      clearStoredAuth(platform)
      return { kind: 'failed', failure }
    default:
      return { kind: 'failed', failure }
  }
}
