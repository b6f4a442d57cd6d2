import {
  grantSchoolAccess,
  listReachableSchools,
  listSchoolUsers,
  revokeSchoolAccess,
} from '@foyer/contract/schools/school-access'
import { getSchoolLogo, putSchoolLogo, removeSchoolLogo } from '@foyer/contract/schools/school-logos'
import {
  changeSchool,
  createSchool,
  getOwnSchool,
  getSchool,
  listSchools,
  verifySchool,
} from '@foyer/contract/schools/school-routes'
import { asPage } from '../../kernel/limits/list-paging.ts'
import type { Serve, Services } from '../../services.ts'
import { logoFiles } from './logo-files.ts'
import {
  asListedSchool,
  asSchool,
  findFirstSchool,
  findSchool,
  listReachableRows,
  listSchoolRows,
  reachOf,
} from './school.queries.ts'
import { grantAccess, listUsersOfSchool, revokeAccess } from './school-access.ts'
import { replaceLogo, uploadLogo } from './school-logo.ts'
import { decideOnSchool } from './verify-school.ts'
import { changeReachedSchool, createOwnSchool, requireSchool } from './write-schools.ts'

export function schoolRecordsRoutes(serve: Serve, services: Services): void {
  const { db } = services
  serve(getOwnSchool, async ({ caller }) => asSchool(requireSchool(await findFirstSchool(db, caller.userId))))
  serve(listSchools, async ({ caller, query }) => {
    const { items, total } = await listSchoolRows(db, reachOf(caller), query)
    return asPage(query, { items: items.map(asListedSchool), total })
  })
  serve(listReachableSchools, async ({ caller, query }) => {
    const { items, total } = await listReachableRows(db, caller.userId, query)
    const schools = items.map(({ accessSince, ...row }) => ({
      ...asListedSchool(row),
      accessSince: accessSince.toISOString(),
    }))
    return asPage(query, { items: schools, total })
  })
  serve(createSchool, ({ body, ...request }) => createOwnSchool(services, body, request), {
    replay: async (id, { caller }) => asSchool(requireSchool(await findSchool(db, id, reachOf(caller)))),
  })
  serve(getSchool, async ({ params: { id }, caller }) =>
    asSchool(requireSchool(await findSchool(db, id, reachOf(caller)))),
  )
  serve(changeSchool, ({ params, body, ...request }) =>
    changeReachedSchool(services, { params, body }, request),
  )
  serve(verifySchool, ({ params, body, ...request }) => decideOnSchool(services, { params, body }, request))
  serve(listSchoolUsers, (request) => listUsersOfSchool(services, request))
  serve(grantSchoolAccess, ({ params, body, ...request }) => grantAccess(services, { params, body }, request))
  serve(revokeSchoolAccess, ({ params, ...request }) => revokeAccess(services, { params }, request))
  serve(putSchoolLogo, ({ file, ...request }) => uploadLogo(services, file.bytes, request))
  serve(removeSchoolLogo, (request) => replaceLogo(services, null, request))
  serve(getSchoolLogo, async ({ params: { id } }) => {
    if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return null
    const stored = await services.storage.get(logoFiles.keyOf({ id }))
    return stored && { ...stored, cache: 'immutable' as const, tag: id }
  })
}
