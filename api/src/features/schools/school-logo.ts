/** Replaces and removes the logo of a school. */
import type { School } from '@foyer/contract/schools/school-fields'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { RequestContext } from '../../kernel/request-context.ts'
import { logoFiles } from '../../kernel/storage/owned-files.ts'
import { checkUpload, type UploadedFile } from '../../kernel/uploads/check-upload.ts'
import type { Services } from '../../services.ts'
import { asSchool, findSchool, lockSchool, reachOf, readSchool } from './school.queries.ts'
import { updateSchool } from './school-rows.ts'

type Request = {
  params: { id: string }
  caller: Caller
  requestContext: RequestContext
  requireMatch(current: School): void
}

export async function uploadLogo(services: Services, file: UploadedFile, request: Request): Promise<School> {
  const { db, malwareScan } = services
  // The file of a stranger is not decoded.
  await findSchool(db, request.params.id, reachOf(request.caller))
  const made = await checkUpload(file, { userId: request.caller.userId, malwareScan, shape: 'logo' })
  return logoFiles.store(services, made, {}, (logoId) => replaceLogo(services, logoId, request))
}

/** Keeps the verifiers' decision, which concerns only the name and the location. */
export async function replaceLogo(
  services: Services,
  logoId: string | null,
  { params: { id }, caller, requestContext, requireMatch }: Request,
): Promise<School> {
  const { userId, sessionId, platform } = caller
  const reach = reachOf(caller)
  const { school, before } = await services.db.transaction().execute(async (trx) => {
    const row = await lockSchool(trx, id, reach)
    requireMatch(asSchool(row))
    if (row.logoId === logoId) return { school: asSchool(row), before: [] }
    await updateSchool(trx, id, { logoId })
    const replaced = await logoFiles.replace(trx, id, logoId)
    const details = { schoolId: id, fields: 'logoId', isUndecided: false }
    await recordEvent(trx, { event: 'school-changed', requestContext, userId, sessionId, platform, details })
    return { school: await readSchool(trx, id, reach), before: replaced }
  })
  // No school shows them any more. A failed deletion leaves rows, for the job.
  await logoFiles.deleteUnowned(services, before).catch(() => {})
  return school
}
