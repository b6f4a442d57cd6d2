/** Runs the effects of the link machine: sends a code, links the provider, gives the session to the page. */
import { type Platform, platformRow } from '@foyer/contract/platforms'
import type { Session } from '@foyer/contract/routes/sign-in'
import { linkSocialAccount } from '@foyer/contract/routes/social'
import { queueEvent } from '../../analytics/analytics.ts'
import { call } from '../../api/call.ts'
import type { Effects } from '../../flow/machine/step-machine.ts'
import { type Challenge, challengeIn } from '../../flow/otp/challenge.ts'
import { sendProofCode } from '../../flow/proof/send-proof-code.ts'
import type { LinkContext, LinkEffect, LinkEvent } from './link-machine.ts'
import { forgetLink, keepLink } from './pending-link.ts'

/** `onSignedIn` gets the session of the proven account. */
export function linkEffects(
  platform: Platform,
  onSignedIn: (session: Session) => void,
): Effects<LinkEvent, LinkContext, LinkEffect> {
  const { product } = platformRow(platform)
  return {
    sendCode(context, send, signal) {
      const { account, challenge } = context
      const onNew = () => queueEvent('otp_sent', { platform, medium: 'email' })
      const keep = (sent: Challenge) => keepLink(platform, context, sent)
      const wanted = {
        platform,
        purpose: 'social_link',
        email: account.email,
        challenge,
        onNew,
        keep,
      } as const
      return sendProofCode(wanted, send, signal)
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
