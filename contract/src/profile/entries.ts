/**
 * Makes the schemas of the entries of each section: as a request sends them, as the owner sees them, and as the public
 * sees them.
 */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { endBeforeStart, isInOrder, isoTime } from './section-fields.ts'
import { type SectionName, sectionNames } from './section-names.ts'
import { profileSections, referenceFields, type Section, type SectionKey, sectionKey } from './sections.ts'

type EntryValue = string | number | boolean | null
export type EntryContent = Record<string, EntryValue>
export type ListedEntry = EntryContent & {
  id: string
  position: number
  createdAt: string
  updatedAt: string
}

/** The content of a new or changed entry. A period that ends before it starts is invalid at its end. */
/* @__NO_SIDE_EFFECTS__ */
export function entryBody({ fields }: Section): v.GenericSchema<unknown, EntryContent> {
  const content = field.fields(fields)
  const schema =
    'endDate' in fields
      ? v.pipe(
          content as unknown as v.GenericSchema<{ startDate: string | null; endDate: string | null }>,
          v.forward(
            v.partialCheck(
              [['startDate'], ['endDate']],
              ({ startDate, endDate }) => isInOrder(startDate, endDate),
              endBeforeStart,
            ),
            ['endDate'],
          ),
        )
      : content
  return schema as unknown as v.GenericSchema<unknown, EntryContent>
}

/** An entry as its owner sees it. Positions sort the entries of a section, and may have gaps. */
/* @__NO_SIDE_EFFECTS__ */
function listedEntry({ fields }: Section): v.GenericSchema<ListedEntry> {
  const schema = field.fields({
    id: field.uuid,
    ...fields,
    position: v.number(),
    createdAt: isoTime,
    updatedAt: isoTime,
  })
  return schema as unknown as v.GenericSchema<ListedEntry>
}

/** One schema per section, so that the OpenAPI document names each of them. */
export const listedEntries = /* @__PURE__ */ Object.fromEntries(
  sectionNames.map((name) => [name, listedEntry(profileSections[name])]),
) as Record<SectionName, v.GenericSchema<ListedEntry>>

/**
 * An entry as the public sees it: without ids, and with names instead of references, so `languageId` becomes
 * `language`.
 */
/* @__NO_SIDE_EFFECTS__ */
function publicEntry({ fields }: Section): v.GenericSchema<EntryContent> {
  const shown = Object.entries(fields).map(([name, schema]) =>
    name in referenceFields ? [publicName(name), v.nullable(v.string())] : [name, schema],
  )
  return field.fields(Object.fromEntries(shown)) as unknown as v.GenericSchema<EntryContent>
}

/** @example publicName('languageId') // 'language' */
export function publicName(name: string): string {
  return name in referenceFields ? name.slice(0, -'Id'.length) : name
}

type Sections<E> = { [S in SectionName as SectionKey<S>]: E[] }

/** Every section with its entries. */
export const allSections = sectionsOf(sectionNames, (name) => listedEntries[name]) as v.GenericSchema<
  Sections<ListedEntry>
>

export const publicSectionNames = /* @__PURE__ */ sectionNames.filter(
  (name) => profileSections[name].isPublic,
)

/** The sections of the public profile. */
export const publicSections = sectionsOf(publicSectionNames, (name) =>
  publicEntry(profileSections[name]),
) as v.GenericSchema<Partial<Sections<EntryContent>>>

/* @__NO_SIDE_EFFECTS__ */
function sectionsOf(names: readonly SectionName[], schemaOf: (name: SectionName) => v.GenericSchema) {
  return field.fields(
    Object.fromEntries(names.map((name) => [sectionKey(name), v.array(schemaOf(name))])),
  ) as unknown
}
