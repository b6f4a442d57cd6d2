/** Lists the sections of a résumé in their order: how the fields of an entry become its lines. */
import { profileSections, type SectionName, sectionNames } from '@foyer/contract/profile/sections'
import type { ResumeEntry, ResumeSection } from './resume.ts'

/** The content of an entry, with names in place of the ids of reference data. */
export type Content = Readonly<Record<string, string | number | boolean | null | undefined>>

type Shown = {
  title: string
  /** Fields of the first line, joined by commas. */
  heading: readonly string[]
  /** Fields of the second line. */
  subtitle?: readonly string[]
  isInline?: true
}

/** The videos of a profile are links, like those of all other entries. */
const sections: Record<SectionName, Shown> = {
  'work-experiences': {
    title: 'Work experience',
    heading: ['position'],
    subtitle: ['name', 'location', 'employmentType'],
  },
  academics: { title: 'Education', heading: ['studyType', 'area'], subtitle: ['institution', 'score'] },
  qualifications: {
    title: 'Qualifications',
    heading: ['title'],
    subtitle: ['institution', 'qualificationLevelId', 'qualificationFieldId', 'score'],
  },
  certifications: { title: 'Certifications', heading: ['name'], subtitle: ['issuer', 'identifier'] },
  projects: { title: 'Projects', heading: ['name'], subtitle: ['role'] },
  publications: { title: 'Publications', heading: ['name'], subtitle: ['publisher'] },
  awards: { title: 'Awards', heading: ['title'], subtitle: ['awarder'] },
  achievements: { title: 'Achievements', heading: ['title'] },
  'test-scores': { title: 'Test scores', heading: ['name'], subtitle: ['score'] },
  'skill-evidences': { title: 'Skills', heading: ['skill'], subtitle: ['level'] },
  subjects: { title: 'Subjects', heading: ['subjectId', 'level'], isInline: true },
  languages: { title: 'Languages', heading: ['languageId', 'fluency'], isInline: true },
  interests: { title: 'Interests', heading: ['name'], isInline: true },
  'preferred-work-locations': {
    title: 'Preferred work locations',
    heading: ['city', 'stateId', 'countryId'],
    isInline: true,
  },
  'video-portfolio': { title: 'Videos', heading: ['title'] },
}

/** Makes the sections of a résumé that have entries. */
export function resumeSections(entriesOf: (section: SectionName) => readonly Content[]): ResumeSection[] {
  return sectionNames.flatMap((name) => {
    const { title, isInline, ...shown } = sections[name]
    const entries = entriesOf(name).map((content) => asEntry(name, shown, content, isInline))
    return entries.length === 0 ? [] : [{ title, entries, isInline: isInline ?? false }]
  })
}

function asEntry(
  name: SectionName,
  { heading, subtitle = [] }: Omit<Shown, 'title' | 'isInline'>,
  content: Content,
  isInline = false,
): ResumeEntry {
  const [first, ...rest] = textsOf(content, heading)
  const details = textsOf(content, subtitle)
  // An entry of the education may have neither degree nor field: its school is then the title.
  const title = first ?? details.shift() ?? ''
  const place = name === 'preferred-work-locations'
  return {
    title:
      isInline && rest.length > 0 && !place ? `${title} (${rest.join(', ')})` : [title, ...rest].join(', '),
    aside: periodOf(name, content),
    subtitle: details.join(', ') || null,
    text: textOf(content.summary),
    url: textOf(content.url),
  }
}

function textsOf(content: Content, fields: readonly string[]): string[] {
  return fields.flatMap((field) => textOf(content[field]) ?? [])
}

function textOf(value: Content[string]): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function periodOf(name: SectionName, content: Content): string | null {
  const day = textOf(content.date) ?? textOf(content.releaseDate)
  if (day) return dateInWords(day)
  const [start, end] = [textOf(content.startDate), textOf(content.endDate)]
  const begin = start && dateInWords(start)
  if (end) return begin ? `${begin} – ${dateInWords(end)}` : dateInWords(end)
  if (!begin) return null
  const goesOn = 'endDate' in profileSections[name].fields && name !== 'certifications'
  return goesOn ? `${begin} – present` : begin
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** @example dateInWords('2019-07') // 'Jul 2019' */
export function dateInWords(date: string): string {
  const [year, month, day] = date.split('-')
  return [day && String(Number(day)), month && months[Number(month) - 1], year].filter(Boolean).join(' ')
}
