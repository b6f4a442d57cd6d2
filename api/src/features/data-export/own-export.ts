/** Stores requests for an export, tells how far it is, and hands out its files. */
import { Readable } from 'node:stream'
import type { DataExport, downloadExport, getExport, requestExport } from '@foyer/contract/routes/data-export'
import type { Result } from '@foyer/contract/routes/route'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { changeAsUser } from '../../identity/sessions/change-as-user.ts'
import { recordEvent } from '../../kernel/audit.ts'
import { type FileAnswer, privateFile } from '../../kernel/http/answers/file-answer.ts'
import { countAttempts } from '../../kernel/limits/rate-limit.ts'
import type { RequestTo, Services } from '../../services.ts'
import { findExport, insertExport, readFile } from '../accounts/data-exports.ts'

/** Each export reads every table. */
export const exportsPerUser = { max: 3, windowSeconds: 86_400 }

const types = { html: 'text/html', json: 'application/json' } as const

/** Returns the export that waits, or stores a new request in place of the former export. */
export async function requestOwnExport(
  services: Services,
  { caller, requestContext }: RequestTo<typeof requestExport>,
): Promise<Result<typeof requestExport>> {
  const { keyring, config } = services
  const { userId, sessionId, platform } = caller
  // A second request at the same moment finds the export of the first.
  return changeAsUser(services, caller, async (trx) => {
    const current = await findExport(trx, userId)
    if (current?.state === 'waiting') return shown(current)
    const key = `exports:${keyring.lastingMac('exports', userId).toString('base64url')}`
    await countAttempts(trx, [{ key, ...exportsPerUser }], config.limitsFactor)
    const requested = await insertExport(trx, { userId, platform })
    await recordEvent(trx, { event: 'export-requested', requestContext, userId, sessionId, platform })
    return shown(requested)
  })
}

export async function readOwnExport({ db }: Services, { userId }: Caller): Promise<Result<typeof getExport>> {
  return shown(await findExport(db, userId))
}

/** Returns a file of the caller's export; null without one. */
export async function downloadOwnExport(
  { db, keyring }: Services,
  { caller, query: { format }, requestContext }: RequestTo<typeof downloadExport>,
): Promise<FileAnswer | null> {
  const { userId, sessionId, platform } = caller
  const file = await readFile(db, keyring, { userId, format })
  if (!file) return null
  const details = { format }
  await recordEvent(db, {
    ...{ event: 'export-downloaded', requestContext, userId, sessionId, platform },
    details,
  })
  const bytes = Buffer.from(file.text)
  const day = file.requestedAt.toISOString().slice(0, 10)
  return privateFile(
    { type: types[format], length: bytes.length, body: Readable.from([bytes]) },
    `foyer-data-${day}.${format}`,
  )
}

function shown(current: Awaited<ReturnType<typeof findExport>>): DataExport {
  if (!current) return { state: 'none', percent: 0, requestedAt: null, expiresAt: null }
  const { state, percent, requestedAt, expiresAt } = current
  const until = state === 'ready' ? expiresAt.toISOString() : null
  return { state, percent, requestedAt: requestedAt.toISOString(), expiresAt: until }
}
