import { platformRow } from '@foyer/contract/platforms'
import type { Result } from '@foyer/contract/route'
import type { refreshToken } from '@foyer/contract/sessions'
import { recordEvent } from '../accounts/audit.ts'
import { issueTokens } from '../accounts/issue-session.ts'
import { mayTell } from '../accounts/notices.ts'
import { readRefreshToken } from '../accounts/refresh-token.ts'
import type { OpenSession } from '../accounts/session-row.ts'
import { refreshSession } from '../accounts/sessions.ts'
import { findPerson, greetingName } from '../accounts/users.ts'
import type { From } from '../from.ts'
import { Failure } from '../http/failure.ts'
import type { Services } from '../services.ts'

/** New tokens for a refresh token; one that was stolen ends the session it belongs to. */
export async function refresh(
  services: Services,
  token: string,
  from: From,
): Promise<Result<typeof refreshToken>> {
  const grant = readRefreshToken(services.vault, token)
  if (!grant) throw new Failure('session-ended')
  const refreshed = await refreshSession(services.db, grant)
  services.metrics.refreshes.inc({ result: refreshed.kind })
  if (refreshed.kind === 'refreshed') return issueTokens(services, refreshed.session)
  if (refreshed.kind === 'no-access') services.accessTokens.forget(refreshed.session.id)
  if (refreshed.kind === 'reused') await reportReuse(services, refreshed.session, from)
  throw new Failure('session-ended')
}

async function reportReuse(services: Services, session: OpenSession, from: From): Promise<void> {
  const { db, accessTokens, outbox } = services
  const { id: sessionId, userId, platform } = session
  accessTokens.forget(sessionId)
  await recordEvent(db, { event: 'refresh-reused', from, userId, sessionId, platform })
  const person = await findPerson(db, { id: userId })
  const template = 'session-ended-for-safety'
  if (!person?.email || !(await mayTell(services, { userId, template }))) return
  await outbox.queue(db, {
    template,
    medium: 'email',
    to: person.email,
    values: { firstName: greetingName(person, 'email'), platform: platformRow(platform).role },
  })
}
