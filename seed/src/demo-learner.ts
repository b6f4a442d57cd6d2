/** Describes a demo learner, with user and profile, and makes the entries of sections. */
import type { SectionName } from '@foyer/contract/profile/section-names'

/** The fields of an entry. A reference is written as its code: 'hi' in languages, 'IN' in countries. */
export type LearnerEntry = Record<string, string>

export type Learner = {
  email: string
  firstName: string
  lastName: string
  username: string
  headline: string
  about: string
  dateOfBirth: string
  /** ISO 3166-1 code of the country, name of the state, city. */
  place: readonly [country: string, state: string | null, city: string]
  /** True for a hidden profile. */
  isHidden?: true
  entries: Partial<Record<SectionName, readonly LearnerEntry[]>>
}

export function job(
  name: string,
  jobTitle: string,
  employmentType: string,
  startDate: string,
  endDate?: string,
) {
  return { name, jobTitle, employmentType, ...period(startDate, endDate) }
}

export function study(
  institution: string,
  studyType: string,
  area: string,
  startDate: string,
  endDate?: string,
) {
  return { institution, studyType, area, ...period(startDate, endDate) }
}

export function certificate(name: string, issuer: string, startDate: string, endDate?: string) {
  return { name, issuer, ...period(startDate, endDate) }
}

/** Omits the end of an ongoing period. */
function period(startDate: string, endDate: string | undefined): LearnerEntry {
  return { startDate, ...(endDate && { endDate }) }
}

export function project(name: string, startDate: string, summary: string) {
  return { name, startDate, summary }
}

export function award(title: string, awarder: string, date: string) {
  return { title, awarder, date }
}

export function skills(levels: Record<string, string>) {
  return Object.entries(levels).map(([skill, level]) => ({ skill, level }))
}

export function subjects(levels: Record<string, string>) {
  return Object.entries(levels).map(([subjectId, level]) => ({ subjectId, level }))
}

export function languages(fluencies: Record<string, string>) {
  return Object.entries(fluencies).map(([languageId, fluency]) => ({ languageId, fluency }))
}

export function interests(...names: string[]) {
  return names.map((name) => ({ name }))
}
