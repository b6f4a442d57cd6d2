/** Runs the effects of a password link: checks the link, saves the password, signs in with it, sends another link. */
import { entryPath, withQuery } from '@foyer/contract/addresses'
import { type Platform, platforms } from '@foyer/contract/platforms'
import {
  acceptBetaInvite,
  checkBetaInvite,
  checkCreateLink,
  checkResetLink,
  createPassword,
  resetPassword,
} from '@foyer/contract/routes/password-links'
import { call } from '../api/call.ts'
import { type Failure, fieldSentence } from '../api/failure.ts'
import type { Effects } from '../flow/machine/step-machine.ts'
import { signInWithPassword } from '../flow/proof/sign-in-with-password.ts'
import { withSecondStep } from '../flow/second-step/with-second-step.ts'
import { forgetRecipient, queryOfRecipient } from '../flow/sent-link/kept-recipient.ts'
import { requestLink } from '../flow/sent-link/request-link.ts'
import { storeBanner } from '../session/banner.ts'
import type { PageLocation } from '../session/handover.ts'
import { rememberPerson } from '../session/last-person.ts'
import { leavePage } from '../session/leave-page.ts'
import { signOut } from '../session/logout.ts'
import { clearStoredAuth, readStoredAuth, storeAuth } from '../session/stored-auth.ts'
import { forgetLink, keepSent, type PasswordLink } from './link-in-address.ts'
import type { DeadReason, LinkContext, LinkEffect, LinkEvent, SignInWith } from './link-machine.ts'

const banners = {
  reset: 'Password changed. Sign in with your new password.',
  create: 'Password created. Sign in with your new password.',
}

/** `searchNow` is called when an effect runs, because the query is unknown during rendering. */
export function linkEffects(
  { platform, site }: Pick<PageLocation, 'platform' | 'site'>,
  searchNow: () => URLSearchParams,
): Effects<LinkEvent, LinkContext, LinkEffect> {
  let target: { to: Platform; search: URLSearchParams } | null = null
  return {
    async check({ link }, send, signal) {
      if (!link) return
      const answer = await (link.purpose === 'beta'
        ? call(checkBetaInvite, { params: inviteIn(link) }, { signal })
        : link.purpose === 'create'
          ? call(checkCreateLink, { params: paramsIn(link) }, { signal })
          : call(checkResetLink, { params: paramsIn(link) }, { signal }))
      send(answer.isSuccessful ? { type: 'found', owner: answer.data } : refusalOf(answer))
    },

    async save({ link, password1, password2 }, send, signal) {
      if (!link) return
      const body = { password1, password2 }
      if (link.purpose === 'beta') {
        const accepted = await call(acceptBetaInvite, { params: inviteIn(link), body }, { signal })
        const answer = await withSecondStep(platform, accepted, signal)
        if (signal.aborted) return
        if (answer.isSuccessful) {
          storeAuth(answer.data)
          rememberPerson(answer.data, { identifier: answer.data.user.email ?? '', method: 'password' })
        }
        return send(answer.isSuccessful ? { type: 'signedIn' } : refusalOf(answer))
      }
      const route = link.purpose === 'create' ? createPassword : resetPassword
      const answer = await call(route, { params: paramsIn(link), body }, { signal })
      if (signal.aborted) return
      send(answer.isSuccessful ? { type: 'saved', signInWith: answer.data } : refusalOf(answer))
    },

    /** The link opens no session. This effect signs in like the sign-in form, under all rules of a sign-in. */
    async signIn({ link, owner, signInWith, password1 }, send, signal) {
      if (!link) return
      const identifier = signInWith?.email ?? signInWith?.phoneNumber ?? ''
      const to = owner?.platform ?? platform
      await endSessionsHere(link.uuid, to)
      if (signal.aborted) return
      const answer = await signInWithPassword(to, { uuid: link.uuid }, password1, { identifier }, signal)
      if (signal.aborted) return
      send(answer.isSuccessful ? { type: 'signedIn' } : { type: 'refused', failure: answer })
    },

    /** Loads a new document, because a document opened from a link may load no vendor's captcha. */
    leave(context) {
      const { link, signInWith } = context
      if (!link || link.purpose === 'beta' || !signInWith) return
      const { to, search } = takeTarget(context)
      storeBanner(banners[link.purpose])
      location.replace(signInPath(to, search, signInWith))
    },

    async handOver(context, send, signal) {
      const { to, search } = takeTarget(context)
      // This page does not know the home of another platform.
      if (to !== platform) return location.replace(signInPath(to, search))
      const stay = await leavePage({ platform, site, search }, (path) => location.replace(path), signal)
      if (stay?.type === 'stopped') send(stay)
      else if (stay) location.replace(signInPath(to, search))
    },

    async sendAnother({ link }, send, signal) {
      if (!link) return
      const requested = await requestLink(platform, { link }, signal)
      if (signal.aborted) return
      send(requested.type === 'sent' ? requested : { type: 'failed', failure: requested.failure })
    },

    keepSent({ account, resendAtMs, failure }) {
      if (account !== null && failure === null) keepSent({ account, resendAtMs })
    },
  }

  /** Returns the platform and the query for the next page, and removes every trace of the link. */
  function takeTarget({ owner, signInWith }: LinkContext): { to: Platform; search: URLSearchParams } {
    const to = owner?.platform ?? platform
    const contact = signInWith?.email ?? signInWith?.phoneNumber ?? null
    target ??= { to, search: queryOfRecipient(contact, to) ?? searchNow() }
    forgetRecipient()
    forgetLink()
    return target
  }
}

function signInPath(
  to: Platform,
  search: URLSearchParams,
  { email, phoneNumber }: Partial<SignInWith> = {},
): string {
  const identifier = email ? { email } : phoneNumber ? { phoneNumber } : {}
  return withQuery(entryPath('sign-in', to), search, { platform: to, ...identifier })
}

function paramsIn({ uuid, token, timestamp = '' }: PasswordLink) {
  return { uuid, token, timestamp }
}

function inviteIn({ uuid, token }: PasswordLink) {
  return { id: uuid, token }
}

const deadReasons: Partial<Record<string, DeadReason>> = {
  'link-expired': 'expired',
  'link-used': 'used',
  'link-invalid': 'invalid',
}

function refusalOf(failure: Failure): LinkEvent {
  const { code = '', fieldErrors = {} } = failure.errors
  const isOfPassword = 'password1' in fieldErrors || 'password2' in fieldErrors
  // The service refused the shape of the id or token, so the link belongs to no user.
  const deadReason = code === 'invalid-request' && !isOfPassword ? 'invalid' : deadReasons[code]
  if (!deadReason) return { type: 'failed', failure }
  return { type: 'linkRefused', deadReason, account: fieldSentence(failure, 'account') }
}

/**
 * Removes the user's sessions, which the service has ended. Also signs out another user of the target platform in this
 * browser.
 */
async function endSessionsHere(uuid: string, target: Platform): Promise<void> {
  for (const platform of platforms) {
    if (readStoredAuth(platform)?.user.uuid === uuid) clearStoredAuth(platform)
  }
  await signOut(target)
}
