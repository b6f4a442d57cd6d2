import {
  acceptBetaInvite,
  checkBetaInvite,
  checkCreateLink,
  checkResetLink,
  createPassword,
  forgotPassword,
  resetPassword,
} from '@foyer/contract/routes/password-links'
import type { LinkPath } from '../../identity/tokens/password-links.ts'
import type { Serve, Services } from '../../services.ts'
import { checkLink } from './check-link.ts'
import { requestLink } from './forgot-password.ts'
import { setPassword, setPasswordAndSignIn } from './set-password.ts'

export function passwordLinksRoutes(serve: Serve, services: Services): void {
  serve(forgotPassword, (request) => requestLink(services, request))

  serve(checkResetLink, async ({ params, ...request }) => {
    return (await checkLink(services, { purpose: 'reset', ...params }, request)).owner
  })
  serve(resetPassword, ({ params, body, ...request }) =>
    setPassword(services, { purpose: 'reset', ...params }, body.password1, request),
  )
  serve(checkCreateLink, async ({ params, ...request }) => {
    return (await checkLink(services, { purpose: 'create', ...params }, request)).owner
  })
  serve(createPassword, ({ params, body, ...request }) =>
    setPassword(services, { purpose: 'create', ...params }, body.password1, request),
  )
  serve(checkBetaInvite, async ({ params, ...request }) => {
    const { owner, user } = await checkLink(services, betaPath(params), request)
    return { ...owner, firstName: user.firstName }
  })
  serve(acceptBetaInvite, ({ params, body, ...request }) =>
    setPasswordAndSignIn(services, betaPath(params), body.password1, request),
  )
}

function betaPath({ id, token }: { id: string; token: string }): LinkPath {
  return { purpose: 'beta', uuid: id, token }
}
