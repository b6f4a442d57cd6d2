/** A valid body for every route that takes one, in wire spelling: the example of /docs. */
import { sectionRoutes } from '@foyer/contract/profile/section-routes'
import { profileSections, sectionNames } from '@foyer/contract/profile/sections'
import { snakeCase, toWire } from '@foyer/contract/wire'
import { originOf } from '../testing/test-app.ts'
import { apiSections } from './openapi/api-sections.ts'

type Body = Record<string, unknown>

const described = apiSections.flatMap(({ routes }) => routes).filter(({ body }) => body !== undefined)

/** Replaces what the examples name of an installation: reference data, submissions and registered addresses. */
const ofTestApp: Record<string, Body> = {
  '/api/profile': { country_id: null },
  '/api/auth/skill-portfolio': { items: [{ title: 'A bridge', skills: [] }] },
  '/api/auth/codes': { redirect_url: `${originOf('student')}/` },
}

export const validBodies: Record<string, Body> = Object.fromEntries(
  described.map(({ route: { path, opaque }, body }) => [
    path,
    { ...(toWire(body, opaque) as Body), ...ofTestApp[path] },
  ]),
)

/** Fills the parameters of a path in: these, and a provider. */
export function validPath(path: string, { id, email }: { id: string; email: string }): string {
  return path.replace(':id', id).replace(':email', email).replace(':provider', 'google')
}

/** Lists the fields that take any list of texts, by path and name. */
export const textLists = ['/api/auth/skill-portfolio/submissions skills']

/** Lists the fields that may be null, by path and name. */
export const nullableFields = [
  '/api/auth/skill-portfolio headline',
  '/api/auth/signup last_name',
  '/api/auth/signup/with-account last_name',
  '/api/auth/users/name last_name',
  ...['summary', 'score', 'url'].map((name) => `/api/auth/skill-portfolio/submissions ${name}`),
  '/api/notifications url',
  '/api/notifications/:id date_opened',
  '/api/help/requests name',
  '/api/schools/signup last_name',
  '/api/schools/signup state_id',
  '/api/schools/signup/with-account last_name',
  '/api/schools/signup/with-account state_id',
  ...['/api/schools', '/api/schools/:id'].flatMap((path) =>
    ['board', 'address', 'state_id', 'website'].map((name) => `${path} ${name}`),
  ),
  '/api/schools/:id/verify reason',
  '/api/analytics/identify email',
  '/api/analytics/attributes value',
  ...['headline', 'about', 'date_of_birth', 'city', 'url'].map((name) => `/api/profile ${name}`),
  ...sectionNames.flatMap((name) => {
    const optional = Object.entries(profileSections[name].fields).filter(
      ([, { type }]) => type === 'optional',
    )
    const { add, replace } = sectionRoutes[name]
    return [add, replace].flatMap(({ path }) => optional.map(([field]) => `${path} ${snakeCase(field)}`))
  }),
]
