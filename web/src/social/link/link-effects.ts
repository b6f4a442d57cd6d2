/** Runs the effects of the link machine: sends a code, links the provider, gives the session to the page. */
import { type Platform, platformRow } from '@foyer/contract/platforms'
import type { Session } from '@foyer/contract/routes/sign-in'
import { linkSocialAccount } from '@foyer/contract/routes/social'
import { queueEvent } from '../../analytics/analytics.ts'
import { call } from '../../api/call.ts'
import type { Effects } from '../../flow/machine/step-machine.ts'
import { challengeIn } from '../../flow/otp/challenge.ts'
import { sendCode } from '../../flow/otp/send-code.ts'
import type { LinkContext, LinkEffect, LinkEvent } from './link-machine.ts'
import { forgetLink, keepLink } from './pending-link.ts'

/** `onSignedIn` gets the session of the proven account. */
export function linkEffects(
  platform: Platform,
  onSignedIn: (session: Session) => void,
): Effects<LinkEvent, LinkContext, LinkEffect> {
  const { product } = platformRow(platform)
  return {
    async sendCode(context, send, signal) {
      const { account, challenge } = context
      const first = { medium: 'email', purpose: 'social_link', email: account.email } as const
      const sent = await sendCode(product, first, challenge, signal)
      if (!sent) return
      if (sent.challenge) keepLink(platform, context, sent.challenge)
      if (!sent.isSent) {
        return send({ type: 'sendRefused', failure: sent.failure, challenge: sent.challenge })
      }
      if (sent.challenge.isNew) queueEvent('otp_sent', { platform, medium: 'email' })
      send({ type: 'codeSent', challenge: sent.challenge })
    },

    async link({ provider, accessToken, email, password, otp, challenge }, send, signal) {
      const proof = otp ? { token: challenge?.token ?? '', otp } : { password }
      const body = { platform, accountType: product, provider, accessToken, proof, ...(email && { email }) }
      const answer = await call(
        linkSocialAccount,
        { query: { platform: `${product}-web` }, body },
        { signal },
      )
      if (signal.aborted) return
      if (!answer.isSuccessful) {
        return send({ type: 'refused', failure: answer, challenge: challengeIn(answer, challenge) })
      }
      send({ type: 'linked', session: answer.data })
    },

    finish({ session }) {
      forgetLink(platform)
      if (session) onSignedIn(session)
    },
  }
}
