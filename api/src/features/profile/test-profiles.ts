/** Makes profiles for tests. */
import { type EntryContent, publicName } from '@foyer/contract/profile/entries'
import type { SectionName } from '@foyer/contract/profile/section-names'
import { type ReferenceField, referenceFields } from '@foyer/contract/profile/sections'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { sql } from 'kysely'
import type { TestApp } from '../../testing/test-app.ts'
import { entryExamples } from './entry-examples.ts'

/** One entry of each list: its id and its name. */
export type References = Record<ReferenceField, { id: string; name: string }>

export async function readReferences({ services: { db } }: TestApp): Promise<References> {
  const { rows } = await sql<{ list: string; id: string; name: string }>`
    select 'countries' as list, id, name from countries where iso2 = 'IN'
    union all (select 'states', states.id, states.name from states join countries on countries.id = country_id
      where iso2 = 'IN' order by states.name limit 1)
    union all select distinct on (list) list, id, name from reference_items`.execute(db)
  const found = Object.entries(referenceFields).map(([field, list]) => [
    field,
    rows.find((row) => row.list === list),
  ])
  return Object.fromEntries(found) as References
}

/** Returns the example entry of a section with ids of this database. */
export function entryOf(section: SectionName, references: References): EntryContent {
  const filled = Object.entries<EntryContent[string]>(entryExamples[section]).map(([field, value]) =>
    field in referenceFields ? [field, references[field as ReferenceField].id] : [field, value],
  )
  return Object.fromEntries(filled)
}

/** Returns the same entry as the public sees it. */
export function publicEntryOf(section: SectionName, references: References): EntryContent {
  const filled = Object.entries<EntryContent[string]>(entryExamples[section]).map(([field, value]) =>
    field in referenceFields ? [publicName(field), references[field as ReferenceField].name] : [field, value],
  )
  return Object.fromEntries(filled)
}

/** Hands the session over to the learning platform; returns the platform's access token. */
export async function platformToken(testApp: TestApp, token: string): Promise<string> {
  const { code } = (await testApp.mint(token)).data
  const body = { code, platform: 'student' as const }
  return (await testApp.call(exchangeCode, { body }, { client: 'student-client' })).data.session.accessToken
}
