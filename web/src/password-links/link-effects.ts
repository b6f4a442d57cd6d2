/** Runs the effects of a password link: checks it, saves the password, leaves the page, sends another link. */
import { entryPath, withQuery } from '@foyer/contract/pages'
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
import { forgetRecipient, queryOfRecipient } from '../flow/sent-link/kept-recipient.ts'
import { requestLink } from '../flow/sent-link/request-link.ts'
import { storeBanner } from '../session/banner.ts'
import type { Visit } from '../session/handover.ts'
import { leavePage } from '../session/leave-page.ts'
import { signOut } from '../session/logout.ts'
import { clearStoredAuth, readStoredAuth, storeAuth } from '../session/stored-auth.ts'
import { forgetLink, keepSent, type PasswordLink } from './link-in-address.ts'
import type { DeadReason, LinkContext, LinkEffect, LinkEvent, SignInWith } from './link-machine.ts'

const banners = {
  reset: 'Password changed. Sign in with your new password.',
  create: 'Password created. Sign in with your new password.',
}

/** `searchNow` is called when an effect runs: the query is unknown while rendering. */
export function linkEffects(
  { platform, site }: Pick<Visit, 'platform' | 'site'>,
  searchNow: () => URLSearchParams,
): Effects<LinkEvent, LinkContext, LinkEffect> {
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
        const answer = await call(acceptBetaInvite, { params: inviteIn(link), body }, { signal })
        if (signal.aborted) return
        if (answer.isSuccessful) storeAuth(answer.data)
        return send(answer.isSuccessful ? { type: 'signedIn' } : refusalOf(answer))
      }
      const route = link.purpose === 'create' ? createPassword : resetPassword
      const answer = await call(route, { params: paramsIn(link), body }, { signal })
      if (signal.aborted) return
      send(answer.isSuccessful ? { type: 'saved', signInWith: answer.data } : refusalOf(answer))
    },

    /** Loads a new document: this one may load no vendor's captcha. */
    async leave({ link, owner, signInWith }) {
      if (!link || link.purpose === 'beta' || !signInWith) return
      const to = owner?.platform ?? platform
      const carried = queryOfRecipient(signInWith.email ?? signInWith.phoneNumber, to)
      forgetRecipient()
      forgetLink()
      await endSessionsHere(link.uuid, to)
      storeBanner(banners[link.purpose])
      location.replace(signInPath(to, carried ?? searchNow(), signInWith))
    },

    async handOver({ owner }, send, signal) {
      const to = owner?.platform ?? platform
      forgetRecipient()
      forgetLink()
      // This page does not know the home of another platform.
      if (to !== platform) return location.replace(signInPath(to, searchNow()))
      const stay = await leavePage(
        { platform, site, search: searchNow() },
        (path) => location.replace(path),
        signal,
      )
      if (stay?.type === 'stopped') send(stay)
      else if (stay) location.replace(signInPath(to, searchNow()))
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
  // An id or a token of the wrong shape belongs to no user.
  const deadReason = code === 'invalid-request' && !isOfPassword ? 'invalid' : deadReasons[code]
  if (!deadReason) return { type: 'failed', failure }
  return { type: 'linkRefused', deadReason, account: fieldSentence(failure, 'account') }
}

/** The service has ended the user's sessions. Another user of this platform in this browser is signed out, too. */
async function endSessionsHere(uuid: string, target: Platform): Promise<void> {
  for (const platform of platforms) {
    if (readStoredAuth(platform)?.user.uuid === uuid) clearStoredAuth(platform)
  }
  await signOut(target)
}
