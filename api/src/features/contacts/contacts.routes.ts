import {
  addEmail,
  checkEmailRevert,
  deleteEmail,
  listEmails,
  putEmail,
  revertEmail,
  verifyEmail,
} from '@foyer/contract/profile/emails'
import { addPhone, deletePhone, listPhones, putPhone, verifyPhone } from '@foyer/contract/profile/phones'
import { breakerRules } from '../../identity/tokens/otp-breaker.ts'
import { pageOf } from '../../kernel/limits/list-paging.ts'
import type { Serve, Services } from '../../services.ts'
import { addOwn, asEmail, asPhone, listOwn, readNewEmail, readNewPhone, removeOwn } from './own-contacts.ts'
import { changePrimary } from './primary-contact.ts'
import { checkRevert, revert } from './revert-email.ts'
import { verifyOwn } from './verify-contact.ts'

export function contactsRoutes(serve: Serve, services: Services): void {
  emailRoutes(serve, services)
  phoneRoutes(serve, services)
  serve(checkEmailRevert, ({ params }) => checkRevert(services, params.token))
  serve(revertEmail, ({ params, requestContext }) => revert(services, params.token, requestContext))
}

function emailRoutes(serve: Serve, services: Services): void {
  serve(listEmails, async ({ caller, query }) =>
    pageOf((await listOwn(services, caller, 'email')).map(asEmail), query),
  )
  serve(addEmail, async ({ body, ...request }) => {
    const { added, challenge } = await addOwn(services, readNewEmail(body.email), request)
    return { ...asEmail(added), challenge }
  })
  serve(
    verifyEmail,
    async ({ params, body, ...request }) => {
      const { contact, challenge } = await verifyOwn(services, named('email', params), body, request)
      return { ...asEmail(contact), challenge }
    },
    { rules: codeRules },
  )
  serve(putEmail, async ({ params, ...request }) =>
    asEmail(await changePrimary(services, named('email', params), request)),
  )
  serve(deleteEmail, ({ params, ...request }) => removeOwn(services, named('email', params), request))
}

function phoneRoutes(serve: Serve, services: Services): void {
  serve(listPhones, async ({ caller, query }) =>
    pageOf((await listOwn(services, caller, 'sms')).map(asPhone), query),
  )
  serve(addPhone, async ({ body, ...request }) => {
    const contact = readNewPhone(body.phoneNumber, body.countryCode)
    const { added, challenge } = await addOwn(services, contact, request)
    return { ...asPhone(added), challenge }
  })
  serve(
    verifyPhone,
    async ({ params, body, ...request }) => {
      const { contact, challenge } = await verifyOwn(services, named('sms', params), body, request)
      return { ...asPhone(contact), challenge }
    },
    { rules: codeRules },
  )
  serve(putPhone, async ({ params, ...request }) =>
    asPhone(await changePrimary(services, named('sms', params), request)),
  )
  serve(deletePhone, ({ params, ...request }) => removeOwn(services, named('sms', params), request))
}

function named<C extends 'email' | 'sms'>(channel: C, { id }: { id: string }): { channel: C; id: string } {
  return { channel, id }
}

const codeRules = ({ body }: { body: { otp?: string | undefined } }) =>
  body.otp === undefined ? [] : breakerRules
