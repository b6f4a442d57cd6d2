import {
  grantSchoolAccess,
  listReachableSchools,
  listSchoolUsers,
  revokeSchoolAccess,
} from '@foyer/contract/schools/school-access'
import { listSchoolHistory } from '@foyer/contract/schools/school-history'
import { getSchoolLogo, putSchoolLogo, removeSchoolLogo } from '@foyer/contract/schools/school-logos'
import {
  changeSchool,
  createSchool,
  getOwnSchool,
  getSchool,
  listSchools,
  previewDecision,
  verifySchool,
} from '@foyer/contract/schools/school-routes'
import { asPage } from '../../kernel/limits/list-paging.ts'
import { readReplica } from '../../kernel/replica/read-replica.ts'
import { logoFiles } from '../../kernel/storage/owned-files.ts'
import type { Serve, Services } from '../../services.ts'
import { previewMail } from './mail-users.ts'
import {
  asListedSchool,
  listReachableRows,
  listSchoolRows,
  reachOf,
  readFirstSchool,
  readSchool,
} from './school.queries.ts'
import { grantAccess, listUsersOfSchool, revokeAccess } from './school-access.ts'
import { readHistory } from './school-history.ts'
import { replaceLogo, uploadLogo } from './school-logo.ts'
import { decideOnSchool } from './verify-school.ts'
import { changeReachedSchool, createOwnSchool } from './write-schools.ts'

export function schoolsRoutes(serve: Serve, services: Services): void {
  const { db } = services
  serve(getOwnSchool, ({ caller }) => readFirstSchool(db, caller.userId))
  serve(listSchools, async ({ caller, query }) => {
    const { items, total } = await readReplica(db, (reader) => listSchoolRows(reader, reachOf(caller), query))
    return asPage(query, { items: items.map(asListedSchool), total })
  })
  serve(listReachableSchools, async ({ caller, query }) => {
    const { items, total } = await readReplica(db, (reader) =>
      listReachableRows(reader, caller.userId, query),
    )
    const schools = items.map(({ accessSince, ...row }) => ({
      ...asListedSchool(row),
      accessSince: accessSince.toISOString(),
    }))
    return asPage(query, { items: schools, total })
  })
  serve(createSchool, (request) => createOwnSchool(services, request), {
    replay: (id, { caller }) => readSchool(db, id, reachOf(caller)),
  })
  serve(getSchool, ({ params: { id }, caller }) => readSchool(db, id, reachOf(caller)))
  serve(changeSchool, (request) => changeReachedSchool(services, request))
  serve(verifySchool, (request) => decideOnSchool(services, request))
  serve(previewDecision, (request) => previewMail(services, request))
  serve(listSchoolHistory, (request) => readHistory(services, request))
  serve(listSchoolUsers, (request) => listUsersOfSchool(services, request))
  serve(grantSchoolAccess, (request) => grantAccess(services, request))
  serve(revokeSchoolAccess, (request) => revokeAccess(services, request))
  serve(putSchoolLogo, ({ file, ...request }) => uploadLogo(services, file, request))
  serve(removeSchoolLogo, (request) => replaceLogo(services, null, request))
  serve(getSchoolLogo, ({ params: { id } }) => logoFiles.getPublic(services, id))
}
