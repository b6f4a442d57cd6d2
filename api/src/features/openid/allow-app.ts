import type { Platform } from '@foyer/contract/platforms'
import type { Scope } from '@foyer/contract/scopes'
import { addConsent } from '../../identity/users/app-consents.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { RequestContext } from '../../kernel/request-context.ts'

type Allowed = {
  userId: string
  sessionId: string
  platform: Platform
  clientId: string
  scopes: readonly Scope[]
  requestContext: RequestContext
}

/** Lets a third party read the account of a user who has agreed, on the page of consent or for a device. */
export async function allowApp(trx: Db, { scopes, requestContext, ...app }: Allowed): Promise<void> {
  await addConsent(trx, { ...app, scopes })
  await recordEvent(trx, {
    event: 'app-allowed',
    requestContext,
    ...app,
    details: { scope: scopes.join(' ') },
  })
}
