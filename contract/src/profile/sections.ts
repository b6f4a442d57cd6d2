/**
 * Lists the sections of a profile with the fields of their entries (product 3, 7.3). Routes, checks, documentation and
 * tests of all sections come from this table. Fields are named as in schema.org and the JSON Resume schema.
 */
import * as v from 'valibot'
import { choice, date, line, link, linkHost, optional, paragraphs, reference } from './section-fields.ts'
import type { SectionName } from './section-names.ts'

/** The maximum number of entries in one section. */
export const sectionMax = 100

const name = line(120)
const summary = optional(paragraphs(2_000))
const url = optional(link)
const period = { startDate: optional(date), endDate: optional(date) }
const score = optional(line(40))

/** Levels of speaking a language, based on the scale of the Interagency Language Roundtable. */
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

/** The hosts of video sites, whose links platforms may show in a player. */
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

export type Section = {
  /** The noun in operation ids, such as `addAward` and `listAwards`; differs from every list of reference data. */
  entry: string
  fields: v.ObjectEntries
  /** True if the public profile shows the entries. */
  isPublic: boolean
  /** The field whose value must be unique among a user's entries. */
  key?: string
  /** If true, entries can be added and removed, but not changed. */
  isFixed?: true
  /** If true, entries may have files that prove them. */
  hasEvidences?: true
}

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
      /** A job without an end is ongoing. */
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
      /** The certificate is valid from start to end; without an end it does not expire. */
      ...period,
      /** The number by which the issuer identifies the certificate. */
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
} as const satisfies Record<SectionName, Section>

/** The list of reference data that each field refers to. */
export const referenceFields = {
  countryId: 'countries',
  stateId: 'states',
  languageId: 'languages',
  subjectId: 'subjects',
  qualificationLevelId: 'qualification-levels',
  qualificationFieldId: 'qualification-fields',
} as const
export type ReferenceField = keyof typeof referenceFields

/** The content of an entry in requests and in the database: every field, null if it is empty. */
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
