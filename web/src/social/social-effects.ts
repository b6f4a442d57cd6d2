/** Runs the effects of a social sign-in: the wait for the provider, the call, and the session. */
import { type Platform, platformRow } from '@foyer/contract/platforms'
import { signInWithSocial } from '@foyer/contract/routes/social'
import { namePromptDelayMs } from '@foyer/contract/shared-values'
import { queueSignIn } from '../analytics/analytics.ts'
import { type Answer, call } from '../api/call.ts'
import { keptKey } from '../api/idempotency-key.ts'
import type { Effects } from '../flow/machine/step-machine.ts'
import { withSecondStep } from '../flow/second-step/with-second-step.ts'
import { completeSignUp } from '../session/complete-sign-up.ts'
import { readLastPerson, rememberPerson } from '../session/last-person.ts'
import { awaitResult } from '../session/social/social-result.ts'
import { storeAuth } from '../session/stored-auth.ts'
import { signUpSource, utmParams } from '../session/visit-origin.ts'
import { coverForm, uncoverForm } from './link/cover-form.ts'
import type { Popup, SocialContext, SocialEffect, SocialEvent } from './social-machine.ts'
import type { SocialPage } from './social-types.ts'

type PageLocation = {
  platform: Platform
  /** The sign-up source of a partner's page. */
  source: string | undefined
}

const lookEveryMs = 500
/** The result of a popup that closes itself may arrive after the popup has closed, so the page checks three times. */
const closedLooks = 3

export function socialEffects(
  page: SocialPage,
  { platform, source }: PageLocation,
): Effects<SocialEvent, SocialContext, SocialEffect> {
  const key = keptKey()

  async function ask(
    context: SocialContext,
    signal: AbortSignal,
  ): Promise<Answer<typeof signInWithSocial> | null> {
    const { provider, purpose, reference, needsName, needsEmail, fullName, email } = context
    if (!provider) return null
    const { product } = platformRow(platform)
    const body = {
      platform,
      accountType: product,
      tokenType: 'universal',
      provider,
      purpose,
      accessToken: reference,
      source: signUpSource(source),
      utmParams: utmParams(),
      ...(purpose === 'sign_up' && needsName && fullName && { fullName }),
      ...(purpose === 'sign_up' && needsEmail && email && { email }),
    } as const
    const query = { platform: `${product}-web` } as const
    const answer = await call(signInWithSocial, { query, body }, { signal, idempotencyKey: key.of(body) })
    if (signal.aborted) return null
    key.settle(answer)
    return withSecondStep(platform, answer, signal)
  }

  return {
    cover: () => coverForm(page),
    uncover: () => uncoverForm(page),

    listen({ popup }, send, signal) {
      uncoverForm(page)
      if (!popup) return
      awaitResult(popup.channel, signal, (result) => send({ type: 'arrived', result }))
      watch(popup, () => send({ type: 'closed' }), signal)
      signal.addEventListener('abort', () => popup.window.close())
    },

    async signIn(context, send, signal) {
      const answer = await ask(context, signal)
      if (!answer) return
      if (answer.isSuccessful) send({ type: 'signedIn', session: answer.data })
      else send({ type: 'refused', failure: answer })
    },

    pause(_, send, signal) {
      const timer = setTimeout(() => send({ type: 'paused' }), namePromptDelayMs)
      signal.addEventListener('abort', () => clearTimeout(timer))
    },

    store({ session, provider, isNew }, send) {
      if (!session || !provider) return
      const shown = { identifier: session.user.email ?? '', method: provider }
      const isKnown = readLastPerson(platform)?.uuid === session.user.uuid
      if (isNew && !isKnown) {
        completeSignUp(session, signUpSource(source), shown)
      } else {
        storeAuth(session)
        rememberPerson(session, shown)
        queueSignIn(session, provider)
      }
      send({ type: 'stored' })
    },

    leave() {
      uncoverForm(page)
      // Shows the text 'Taking you to …', as for a user who arrives with a session.
      document.documentElement.dataset.signedIn = ''
      page.onSignedIn()
    },
  }
}

/**
 * Calls `onClosed` when the popup is closed and the user is on this page. The focus is checked, too, because a popup also
 * counts as closed after the provider's page has cut the connection to this window (Cross-Origin-Opener-Policy).
 */
function watch({ window: popup }: Popup, onClosed: () => void, signal: AbortSignal): void {
  let looks = 0
  const timer = setInterval(() => {
    looks = popup.closed && document.hasFocus() ? looks + 1 : 0
    if (looks === closedLooks) onClosed()
  }, lookEveryMs)
  signal.addEventListener('abort', () => clearInterval(timer))
}
