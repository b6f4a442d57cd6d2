import {
  beginIdentityLink,
  linkIdentity,
  listIdentities,
  removeIdentity,
} from '@foyer/contract/routes/identities'
import { linkSocialAccount, signInWithSocial } from '@foyer/contract/routes/social'
import { breakerRules } from '../../identity/tokens/otp-breaker.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Serve, Services } from '../../services.ts'
import { replaySignUp } from '../accounts/replay-sign-up.ts'
import type { FeatureToggles } from '../toggles/feature-toggles.ts'
import { linkAccount } from './link-account.ts'
import { beginLink, linkOwnIdentity, listOwnIdentities, removeOwnIdentity } from './own-identities.ts'
import { signInWithSocial as signIn } from './sign-in-with-social.ts'

export function socialRoutes(serve: Serve, services: Services, toggles: FeatureToggles): void {
  serve(signInWithSocial, (request) => signIn(services, request), {
    replay: (sessionId, request) =>
      replaySignUp(services, sessionId, request, () => new Failure('social-failed')),
  })
  serve(linkSocialAccount, (request) => linkAccount(services, request), {
    rules: ({ body }) => (body.proof.otp === undefined ? [] : breakerRules),
  })
  serve(listIdentities, ({ caller }) => listOwnIdentities(services, toggles, caller))
  serve(beginIdentityLink, (request) => beginLink(services, toggles, request))
  serve(linkIdentity, (request) => linkOwnIdentity(services, request))
  serve(removeIdentity, (request) => removeOwnIdentity(services, request))
}
