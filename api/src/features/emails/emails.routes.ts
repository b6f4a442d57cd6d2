import {
  addEmail,
  checkEmailRevert,
  deleteEmail,
  listEmails,
  putEmail,
  revertEmail,
  verifyEmail,
} from '@foyer/contract/profile/emails'
import { breakerRules } from '../../identity/tokens/otp-breaker.ts'
import type { Serve, Services } from '../../services.ts'
import { addOwn, listOwn, removeOwn } from './own-emails.ts'
import { changePrimary } from './primary-email.ts'
import { checkRevert, revert } from './revert-email.ts'
import { verifyOwn } from './verify-email.ts'

export function emailsRoutes(serve: Serve, services: Services): void {
  serve(listEmails, ({ caller, query }) => listOwn(services, caller, query))
  serve(addEmail, ({ body, ...request }) => addOwn(services, body.email, request))
  serve(verifyEmail, ({ params, body, ...request }) => verifyOwn(services, { params, body }, request), {
    rules: ({ body }) => (body.otp === undefined ? [] : breakerRules),
  })
  serve(putEmail, ({ params, ...request }) => changePrimary(services, params.id, request))
  serve(deleteEmail, ({ params, ...request }) => removeOwn(services, params.id, request))
  serve(checkEmailRevert, ({ params }) => checkRevert(services, params.token))
  serve(revertEmail, ({ params, requestContext }) => revert(services, params.token, requestContext))
}
