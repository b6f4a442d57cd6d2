/** Provides a valid body, in wire spelling, for every route that has one: the example of /docs. */
import { putProfile } from '@foyer/contract/profile/profile-routes'
import { putSkillPortfolio } from '@foyer/contract/profile/skill-portfolio'
import { createCode } from '@foyer/contract/routes/handover'
import type { Route } from '@foyer/contract/routes/route'
import { toWire } from '@foyer/contract/wire'
import { apiSections } from '../../api-sections.ts'
import { originOf } from '../../testing/test-app.ts'

type Body = Record<string, unknown>

const examples = new Map(
  apiSections.flatMap(({ routes }) => routes).map(({ route, body }) => [route, body] as const),
)

/** Replaces the examples that depend on the installation: reference data, submissions and registered addresses. */
const ofTestApp = new Map<Route, Body>([
  [putProfile, { country_id: null }],
  [putSkillPortfolio, { items: [{ title: 'A bridge', skills: [] }] }],
  [createCode, { redirect_url: `${originOf('student')}/` }],
])

export function validBody(route: Route): Body {
  return { ...(toWire(examples.get(route) ?? {}, route.opaque) as Body), ...ofTestApp.get(route) }
}

/** Fills the parameters of a path with these values and a provider. */
export function validPath(path: string, { id, email }: { id: string; email: string }): string {
  return path
    .replace(/:(?:id|userId|invitationId)\b/g, id)
    .replace(':email', email)
    .replace(':provider', 'google')
}
