/**
 * Lists the sections of a profile with the fields of their entries (product 3, 7.3). Routes, checks, documentation and tests
 * of all sections come from this table. Fields have the names of schema.org and of the JSON Resume schema.
 */
import * as v from 'valibot'
import { date, line, link, linkHost, optional, paragraphs, reference } from './section-fields.ts'

/** Most entries of one section. */
export const sectionMax = 100

const name = line(120)
const summary = optional(paragraphs(2_000))
const url = optional(link)
const period = { startDate: optional(date), endDate: optional(date) }
const score = optional(line(40))

/** Levels of speaking a language, after the scale of the Interagency Language Roundtable. */
const fluencies = ['elementary', 'limited', 'professional', 'full', 'native'] as const
const levels = ['beginner', 'intermediate', 'advanced', 'expert'] as const
const employmentTypes = [
  'full-time',
  'part-time',
  'self-employed',
  'internship',
  'volunteer',
  'other',
] as const

/** The hosts of videos, which sites show with a player of their own. */
const videoHosts = [
  'www.youtube.com',
  'youtube.com',
  'm.youtube.com',
  'youtu.be',
  'vimeo.com',
  'player.vimeo.com',
  'www.loom.com',
] as const

const videoUrl = v.pipe(
  link,
  v.check(
    (value) => (videoHosts as readonly (string | null)[]).includes(linkHost(value)),
    'Enter the link of a video on YouTube, Vimeo or Loom',
  ),
)

/* @__NO_SIDE_EFFECTS__ */
function choice<const O extends readonly string[]>(options: O) {
  return v.picklist(options, `Must be one of: ${options.join(', ')}`)
}

export type Section = {
  /** Names one entry in operation ids, where no list of reference data has the same: `addAward`, `listAwards`. */
  entry: string
  fields: v.ObjectEntries
  /** The public profile shows its entries. */
  isPublic: boolean
  /** The field in which two entries of a user differ. */
  key?: string
  /** Entries are added and removed, but not changed. */
  isFixed?: true
  /** Entries can have files that prove them. */
  hasEvidences?: true
}

/** By name in paths; the order is that of a résumé. */
export const profileSections = {
  'work-experiences': {
    entry: 'WorkExperience',
    isPublic: true,
    fields: {
      /** The employer. */
      name,
      jobTitle: name,
      employmentType: optional(choice(employmentTypes)),
      location: optional(line(120)),
      url,
      /** No end: the work goes on. */
      ...period,
      summary,
    },
  },
  academics: {
    entry: 'Academic',
    isPublic: true,
    fields: {
      institution: name,
      /** The degree or class, such as Bachelor or Class 12. */
      studyType: optional(line(120)),
      /** The field of study. */
      area: optional(line(120)),
      ...period,
      score,
      url,
      summary,
    },
  },
  qualifications: {
    entry: 'Qualification',
    isPublic: true,
    hasEvidences: true,
    fields: {
      title: name,
      institution: optional(line(120)),
      qualificationLevelId: optional(reference),
      qualificationFieldId: optional(reference),
      ...period,
      score,
      url,
    },
  },
  certifications: {
    entry: 'Certification',
    isPublic: true,
    hasEvidences: true,
    fields: {
      name,
      issuer: optional(line(120)),
      /** The certificate is valid from the start to the end; without an end it does not expire. */
      ...period,
      /** The number under which the issuer finds it. */
      identifier: optional(line(120)),
      url,
    },
  },
  projects: {
    entry: 'Project',
    isPublic: true,
    fields: { name, roleName: optional(line(120)), ...period, url, summary },
  },
  publications: {
    entry: 'Publication',
    isPublic: true,
    fields: { name: line(200), publisher: optional(line(120)), releaseDate: optional(date), url, summary },
  },
  awards: {
    entry: 'Award',
    isPublic: true,
    fields: { title: name, awarder: optional(line(120)), date: optional(date), url, summary },
  },
  achievements: {
    entry: 'Achievement',
    isPublic: true,
    fields: { title: name, date: optional(date), url, summary },
  },
  'test-scores': {
    entry: 'TestScore',
    isPublic: false,
    fields: { name, score: line(40), date: optional(date), url, summary },
  },
  'skill-evidences': {
    entry: 'SkillEvidence',
    isPublic: true,
    fields: { skill: name, level: optional(choice(levels)), date: optional(date), url, summary },
  },
  subjects: {
    entry: 'ProfileSubject',
    isPublic: true,
    key: 'subjectId',
    fields: { subjectId: reference, level: optional(choice(levels)) },
  },
  languages: {
    entry: 'ProfileLanguage',
    isPublic: true,
    key: 'languageId',
    fields: { languageId: reference, fluency: optional(choice(fluencies)) },
  },
  interests: {
    entry: 'Interest',
    isPublic: true,
    key: 'name',
    fields: { name, summary },
  },
  'preferred-work-locations': {
    entry: 'PreferredWorkLocation',
    isPublic: false,
    fields: { countryId: reference, stateId: optional(reference), city: optional(line(120)) },
  },
  'video-portfolio': {
    entry: 'Video',
    isPublic: true,
    isFixed: true,
    key: 'url',
    fields: { title: name, url: videoUrl },
  },
} as const satisfies Record<string, Section>

export type SectionName = keyof typeof profileSections
export const sectionNames = /* @__PURE__ */ Object.keys(profileSections) as SectionName[]

/** The lists of reference data that fields refer to, by the name of the field. */
export const referenceFields = {
  countryId: 'countries',
  stateId: 'states',
  languageId: 'languages',
  subjectId: 'subjects',
  qualificationLevelId: 'qualification-levels',
  qualificationFieldId: 'qualification-fields',
} as const
export type ReferenceField = keyof typeof referenceFields

/** The content of an entry, as a request sends it and the database keeps it: every field, null where it is empty. */
export type Entry<S extends SectionName = SectionName> = S extends SectionName
  ? EntryOf<(typeof profileSections)[S]['fields']>
  : never
type EntryOf<F extends v.ObjectEntries> = { [Name in keyof F]: v.InferOutput<F[Name]> }

/** The key of a section in an answer: 'work-experiences' → 'workExperiences'. */
export type SectionKey<S extends string> = S extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<SectionKey<Rest>>}`
  : S

export function sectionKey<S extends SectionName>(section: S): SectionKey<S> {
  return section.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()) as SectionKey<S>
}
