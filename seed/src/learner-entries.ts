/**
 * Converts the entries of demo learners to database entries: with every field of the section, and ids instead of codes.
 */
import * as field from '@foyer/contract/fields'
import { type SectionName, sectionNames } from '@foyer/contract/profile/section-names'
import {
  profileSections,
  type ReferenceField,
  referenceFields,
  type Section,
} from '@foyer/contract/profile/sections'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { NewItem } from '../../api/src/features/profile/insert-profile.ts'
import type { Db } from '../../api/src/kernel/db/connect.ts'
import type { Learner, LearnerEntry } from './demo-learner.ts'

/** The ids of reference data by list and code. */
export type Codes = Map<string, string>

export async function readCodes(db: Db): Promise<Codes> {
  const { rows } = await sql<{ list: string; code: string; id: string }>`
    select 'countries' as list, iso2 as code, id from countries
    union all select list, code, id from reference_items where code is not null`.execute(db)
  return new Map(rows.map(({ list, code, id }) => [`${list} ${code}`, id]))
}

export function idOf(codes: Codes, list: string, code: string): string {
  const id = codes.get(`${list} ${code}`)
  if (!id) throw new Error(`The reference data has no '${code}' in ${list}`)
  return id
}

export function itemsOf({ entries }: Learner, codes: Codes): NewItem[] {
  return sectionNames.flatMap((section) =>
    (entries[section] ?? []).map((entry, index) => ({
      section,
      position: index + 1,
      data: contentOf(section, entry, codes),
    })),
  )
}

/** Returns the content of an entry; throws if the service would refuse it. */
function contentOf(section: SectionName, entry: LearnerEntry, codes: Codes): NewItem['data'] {
  const { fields }: Section = profileSections[section]
  const content = Object.entries(entry).map(([name, value]) =>
    name in referenceFields
      ? [name, idOf(codes, referenceFields[name as ReferenceField], value)]
      : [name, value],
  )
  return v.parse(field.fields(fields), Object.fromEntries(content)) as NewItem['data']
}
