import {
  acceptBetaInvite,
  checkBetaInvite,
  checkCreateLink,
  checkResetLink,
  createPassword,
  forgotPassword,
  resetPassword,
} from '@foyer/contract/routes/password-links'
import type { LinkPath } from '../accounts/one-time-tokens/password-links.ts'
import type { Serve, Services } from '../services.ts'
import { checkLink } from './check-link.ts'
import { askForLink } from './forgot-password.ts'
import { setPassword, setPasswordAndEnter } from './set-password.ts'

export function passwordLinksRoutes(serve: Serve, services: Services): void {
  serve(forgotPassword, (given) => askForLink(services, given))

  serve(checkResetLink, async ({ params, ...visit }) => {
    return (await checkLink(services, { purpose: 'reset', ...params }, visit)).owner
  })
  serve(resetPassword, ({ params, body, ...visit }) =>
    setPassword(services, { purpose: 'reset', ...params }, body.password1, visit),
  )
  serve(checkCreateLink, async ({ params, ...visit }) => {
    return (await checkLink(services, { purpose: 'create', ...params }, visit)).owner
  })
  serve(createPassword, ({ params, body, ...visit }) =>
    setPassword(services, { purpose: 'create', ...params }, body.password1, visit),
  )
  serve(checkBetaInvite, async ({ params, ...visit }) => {
    const { owner, person } = await checkLink(services, betaPath(params), visit)
    return { ...owner, firstName: person.firstName }
  })
  serve(acceptBetaInvite, ({ params, body, ...visit }) =>
    setPasswordAndEnter(services, betaPath(params), body.password1, visit),
  )
}

function betaPath({ id, token }: { id: string; token: string }): LinkPath {
  return { purpose: 'beta', uuid: id, token }
}
