/** Runs the effects of the link machine: sends a code, links the provider, passes the session to the page. */
import { type Platform, platformRow } from '@foyer/contract/platforms'
import type { Session } from '@foyer/contract/routes/sign-in'
import { linkSocialAccount } from '@foyer/contract/routes/social'
import { call } from '../../api/call.ts'
import type { Effects } from '../../flow/machine/step-machine.ts'
import { challengeIn } from '../../flow/otp/challenge.ts'
import { proofIn } from '../../flow/proof/proof-rows.ts'
import { sendProofCode } from '../../flow/proof/send-proof-code.ts'
import { withSecondStep } from '../../flow/second-step/with-second-step.ts'
import type { LinkContext, LinkEffect, LinkEvent } from './link-machine.ts'
import { forgetLink, keepLink } from './pending-link.ts'

/** `onSignedIn` receives the session of the proven account. */
export function linkEffects(
  platform: Platform,
  onSignedIn: (session: Session) => void,
): Effects<LinkEvent, LinkContext, LinkEffect> {
  const { product } = platformRow(platform)
  const keep = (context: LinkContext) => keepLink(platform, context, context.challenge)
  return {
    showAccount: keep,
    showCode: keep,

    sendCode({ account: { email }, challenge }, send, signal) {
      const first = { medium: 'email', purpose: 'social_link', email } as const
      return sendProofCode(platform, first, challenge, send, signal)
    },

    async prove(context, send, signal) {
      const { provider, accessToken, email, challenge } = context
      const proof = proofIn(context)
      const body = { platform, accountType: product, provider, accessToken, proof, ...(email && { email }) }
      const query = { platform: `${product}-web` } as const
      const linked = await call(linkSocialAccount, { query, body }, { signal })
      const answer = await withSecondStep(platform, linked, signal)
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
