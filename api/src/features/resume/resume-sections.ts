/** Maps the fields of each profile section to the entries of a résumé. */

import { type SectionName, sectionNames } from '@foyer/contract/profile/section-names'
import type { profileSections } from '@foyer/contract/profile/sections'
import type { ResumeEntry, ResumeSection } from './resume.ts'

/** The content of an entry, with names instead of the ids of reference data. */
export type Content = Readonly<Record<string, string | number | boolean | null | undefined>>

/**
 * The part of an entry that shows a field. A period without an `end` is shown as ongoing; a period without an `expiry`
 * is not.
 */
type Part = 'title' | 'details' | 'start' | 'end' | 'expiry' | 'day' | 'text' | 'url'

type Shown<S extends SectionName> = {
  title: string
  /** The part for each field of the contract. Fields with the same part are joined by commas, in this order. */
  fields: { readonly [Field in keyof (typeof profileSections)[S]['fields']]: Part }
  /** If true, entries with only a title and details share a paragraph. */
  isInline?: true
}

const period = { startDate: 'start', endDate: 'end' } as const
const more = { url: 'url', summary: 'text' } as const

/** The contract's table decides the order of the sections, not this table. */
const shownSections: { readonly [S in SectionName]: Shown<S> } = {
  'work-experiences': {
    title: 'Work experience',
    fields: {
      jobTitle: 'title',
      name: 'details',
      location: 'details',
      employmentType: 'details',
      ...period,
      ...more,
    },
  },
  academics: {
    title: 'Education',
    fields: {
      studyType: 'title',
      area: 'title',
      institution: 'details',
      score: 'details',
      ...period,
      ...more,
    },
  },
  qualifications: {
    title: 'Qualifications',
    fields: {
      title: 'title',
      institution: 'details',
      qualificationLevelId: 'details',
      qualificationFieldId: 'details',
      score: 'details',
      ...period,
      url: 'url',
    },
  },
  certifications: {
    title: 'Certifications',
    fields: {
      name: 'title',
      issuer: 'details',
      identifier: 'details',
      startDate: 'start',
      endDate: 'expiry',
      url: 'url',
    },
  },
  projects: { title: 'Projects', fields: { name: 'title', roleName: 'details', ...period, ...more } },
  publications: {
    title: 'Publications',
    fields: { name: 'title', publisher: 'details', releaseDate: 'day', ...more },
  },
  awards: { title: 'Awards', fields: { title: 'title', awarder: 'details', date: 'day', ...more } },
  achievements: { title: 'Achievements', fields: { title: 'title', date: 'day', ...more } },
  'test-scores': { title: 'Test scores', fields: { name: 'title', score: 'details', date: 'day', ...more } },
  'skill-evidences': {
    title: 'Skills',
    fields: { skill: 'title', level: 'details', date: 'day', ...more },
    isInline: true,
  },
  subjects: { title: 'Subjects', fields: { subjectId: 'title', level: 'details' }, isInline: true },
  languages: { title: 'Languages', fields: { languageId: 'title', fluency: 'details' }, isInline: true },
  interests: { title: 'Interests', fields: { name: 'title', summary: 'text' }, isInline: true },
  'preferred-work-locations': {
    title: 'Preferred locations',
    fields: { city: 'title', stateId: 'title', countryId: 'title' },
    isInline: true,
  },
  'video-portfolio': { title: 'Videos', fields: { title: 'title', url: 'url' } },
}

/** Returns the résumé sections that have entries. */
export function resumeSections(entriesOf: (section: SectionName) => readonly Content[]): ResumeSection[] {
  return sectionNames.flatMap((name) => {
    const { title, fields, isInline = false }: ShownFields = shownSections[name]
    const entries = entriesOf(name).map((content) => asEntry(fields, content))
    if (entries.length === 0) return []
    const areShort = entries.every(({ aside, text, url }) => !(aside || text || url))
    return [{ title, isInline: isInline && areShort, entries }]
  })
}

type ShownFields = { title: string; fields: Readonly<Record<string, Part>>; isInline?: boolean }

function asEntry(fields: ShownFields['fields'], content: Content): ResumeEntry {
  const parts = Object.groupBy(Object.entries(fields), ([, part]) => part)
  const textsOf = (part: Part) => (parts[part] ?? []).flatMap(([field]) => textOf(content[field]))
  const [titles, details] = [textsOf('title'), textsOf('details')]
  // An education entry may have neither degree nor field; the school is then its title.
  if (titles.length === 0) titles.push(...details.splice(0, 1))
  const [start] = textsOf('start')
  const [end] = [...textsOf('end'), ...textsOf('expiry')]
  return {
    title: titles.join(', '),
    aside: textsOf('day').map(dateInWords)[0] ?? periodInWords(start, end, parts.end !== undefined),
    details: details.join(', ') || null,
    text: textsOf('text')[0] ?? null,
    url: textsOf('url')[0] ?? null,
  }
}

function textOf(value: Content[string]): string[] {
  return typeof value === 'string' && value !== '' ? [value] : []
}

function periodInWords(start: string | undefined, end: string | undefined, goesOn: boolean): string | null {
  if (!start) return end ? dateInWords(end) : null
  if (end) return start === end ? dateInWords(start) : `${dateInWords(start)} – ${dateInWords(end)}`
  return goesOn ? `${dateInWords(start)} – present` : dateInWords(start)
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** @example dateInWords('2019-07') // 'Jul 2019' */
export function dateInWords(date: string): string {
  const [year, month, day] = date.split('-')
  return [day && String(Number(day)), month && months[Number(month) - 1], year].filter(Boolean).join(' ')
}
