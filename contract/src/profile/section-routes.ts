/** Makes the routes of every profile section from the table of sections (product 7.3). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { allPages, pageQuery } from '../lists/paging.ts'
import { defineRoute, type Route } from '../routes/route.ts'
import { entryBody, listedEntries } from './entries.ts'
import { type SectionName, sectionNames } from './section-names.ts'
import { profileSections, type Section, sectionMax } from './sections.ts'

const common = ['session-ended', 'no-access', 'invalid-request', 'too-many-attempts'] as const
const id = field.fields({ id: field.uuid })

/* @__NO_SIDE_EFFECTS__ */
function routesOf(name: SectionName, section: Section) {
  const path = `/api/profile/${name}` as const
  const words = name.replaceAll('-', ' ')
  const entry = listedEntries[name]
  const isUnique = section.key !== undefined
  return {
    list: defineRoute({
      method: 'GET',
      path,
      summary: `List your ${words}`,
      access: 'bearer',
      scope: 'foyer.profile',
      limit: 'profile',
      query: pageQuery(allPages, {}),
      list: entry,
      version: 'read',
      errors: common,
    }),
    add: defineRoute({
      method: 'POST',
      path,
      summary: `Add an entry to your ${words}`,
      access: 'bearer',
      scope: 'foyer.profile',
      limit: 'profile',
      isIdempotent: true,
      body: entryBody(section),
      result: entry,
      errors: [...common, 'list-full', ...(isUnique ? (['entry-exists'] as const) : []), 'not-found'],
    }),
    read: defineRoute({
      method: 'GET',
      path: `${path}/:id`,
      summary: `Get an entry of your ${words}`,
      access: 'bearer',
      scope: 'foyer.profile',
      limit: 'profile',
      params: id,
      result: entry,
      version: 'read',
      errors: [...common, 'not-found'],
    }),
    replace: defineRoute({
      method: 'PUT',
      path: `${path}/:id`,
      summary: `Replace an entry of your ${words}`,
      access: 'bearer',
      scope: 'foyer.profile',
      limit: 'profile',
      params: id,
      body: entryBody(section),
      result: entry,
      version: 'change',
      errors: [
        ...common,
        'list-full',
        ...(isUnique ? (['entry-exists'] as const) : []),
        'not-found',
        'precondition-failed',
      ],
    }),
    remove: defineRoute({
      method: 'DELETE',
      path: `${path}/:id`,
      summary: `Remove an entry from your ${words}`,
      access: 'bearer',
      scope: 'foyer.profile',
      limit: 'profile',
      params: id,
      errors: [...common, 'not-found'],
    }),
    order: defineRoute({
      method: 'PUT',
      path: `${path}/order`,
      summary: `Put your ${words} in order`,
      access: 'bearer',
      scope: 'foyer.profile',
      limit: 'profile',
      body: field.fields({ ids: v.pipe(v.array(field.uuid, 'Must be a list'), v.maxLength(sectionMax)) }),
      errors: common,
    }),
  }
}

type SectionRoutes = ReturnType<typeof routesOf>

export const sectionRoutes = /* @__PURE__ */ Object.fromEntries(
  sectionNames.map((name) => [name, routesOf(name, profileSections[name])]),
) as Record<SectionName, SectionRoutes>

/** Returns whether the entries of a section can be changed and ordered, in addition to being added and removed. */
export function isChangeable(name: SectionName): boolean {
  const section: Section = profileSections[name]
  return section.isFixed !== true
}

/**
 * The routes of all sections by operation id: listAwards, addAward, getAward, replaceAward, removeAward, orderAwards.
 */
export const sectionOperations: Readonly<Record<string, Route>> = /* @__PURE__ */ Object.fromEntries(
  sectionNames.flatMap((name) => {
    const { list, add, read, replace, remove, order } = sectionRoutes[name]
    const { entry } = profileSections[name]
    const fixed: [string, Route][] = [
      [`list${entry}s`, list],
      [`add${entry}`, add],
      [`get${entry}`, read],
    ]
    const changing: [string, Route][] = [
      [`replace${entry}`, replace],
      [`order${entry}s`, order],
    ]
    return [...fixed, ...(isChangeable(name) ? changing : []), [`remove${entry}`, remove] as [string, Route]]
  }),
)
