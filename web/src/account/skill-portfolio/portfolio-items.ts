/** Converts between a skill portfolio and what its page shows. */
import { platformNames } from '@foyer/contract/platform-names'
import { controlOf } from '@foyer/contract/profile/section-fields'
import { type SkillItem, skillHeadline, skillItem } from '@foyer/contract/profile/skill-portfolio'
import type { Submission } from '@foyer/contract/profile/submissions'
import { safeParse } from 'valibot'
import { fieldFailure } from '../../api/browser-failure.ts'
import type { Failure } from '../../api/failure.ts'
import { type Content, isEqual, type ProfileField, textOf } from '../profile/profile-fields.ts'
import type { Listed } from '../profile/use-entries.ts'

/** An item as its list shows it, with its skills as one line. */
export type ShownItem = Listed & { submissionId: string | null }
/** What a form says of an item. */
type ItemContent = Omit<SkillItem, 'id'>

const { title, summary, url } = skillItem.entries
const skillsLine = { kind: 'line', max: Number.POSITIVE_INFINITY } as const

const titleField: ProfileField = {
  name: 'title',
  input: 'skill-title',
  label: 'Title',
  missing: 'Enter a title',
  ...controlOf(title),
}
const skillsField: ProfileField = {
  name: 'skills',
  input: 'skill-skills',
  label: 'Skills',
  hint: 'With commas between them, like “Physics, Soldering”. Put a skill that has a comma itself in quotation marks.',
  control: skillsLine,
  isOptional: true,
}
const textFields: readonly ProfileField[] = [
  { name: 'summary', input: 'skill-summary', label: 'What you did', ...controlOf(summary) },
  { name: 'url', input: 'skill-url', label: 'Link', hint: 'Begins with https://', ...controlOf(url) },
]

export const itemFields = [titleField, skillsField, ...textFields]

export const headlineField: ProfileField = {
  name: 'headline',
  input: 'skills-headline',
  label: 'Headline',
  hint: 'What you are good at in one line, like “Robotics and 3D printing”',
  control: controlOf(skillHeadline).control,
  isOptional: true,
}

/** The fields of handed-in work, in the order in which they are read. */
export const submissionFields: readonly ProfileField[] = [
  titleField,
  { ...skillsField, name: 'platform', label: 'Platform' },
  { ...skillsField, name: 'score', label: 'Score' },
  skillsField,
  { ...skillsField, name: 'date', label: 'Handed in', control: { kind: 'date' } },
  ...textFields,
]

export function contentOfSubmission({ platform, submittedAt, ...submission }: Submission): Content {
  return {
    title: submission.title,
    platform: platformNames[platform].displayName,
    score: submission.score,
    skills: lineOfSkills(submission.skills),
    date: submittedAt.slice(0, 'yyyy-mm-dd'.length),
    summary: submission.summary,
    url: submission.url,
  }
}

/** Shows an item of a stored list. A copy of the previous release stores items without ids, and their places tell them apart. */
export function shownItem({ id, skills, ...item }: SkillItem, place: number): ShownItem {
  return { ...item, skills: lineOfSkills(skills), id: id ?? String(place) }
}

/** Returns the item that a form describes, or the failure that names its fields. */
export function itemFrom(content: Content, submissionId: string | null): ItemContent | Failure {
  const checked = safeParse(skillItem, {
    title: textOf(content.title),
    summary: content.summary ?? null,
    skills: skillsIn(textOf(content.skills)),
    url: content.url ?? null,
    submissionId,
  })
  if (checked.success) return checked.output
  const [{ message, path }] = checked.issues
  const [field, place] = path ?? []
  // The field shows all skills in one line, so the sentence says which of them is wrong.
  const sentence = place ? `“${place.value}”: ${message}` : message
  return fieldFailure({ [String(field?.key)]: [sentence] })
}

/**
 * Writes skills in one line. A skill that has a separator itself is in quotation marks, which it doubles inside (RFC 4180).
 *
 * @example lineOfSkills(['Physics', 'Welding, TIG']) // 'Physics, "Welding, TIG"'
 */
function lineOfSkills(skills: readonly string[]): string {
  return skills
    .map((skill) => (/^"|[,،、，]/.test(skill) ? `"${skill.replaceAll('"', '""')}"` : skill))
    .join(', ')
}

/** @example skillsIn('Physics, , "Welding, TIG"') // ['Physics', 'Welding, TIG'] */
function skillsIn(line: string): string[] {
  const skills = []
  let rest = line.trimStart()
  while (rest !== '') {
    const [quoted, inside] = /^"((?:[^"]|"")*)"\s*(?:[,،、，]|$)/.exec(rest) ?? []
    const [plain = '', text = ''] = quoted === undefined ? (/^([^,،、，]*)[,،、，]?/.exec(rest) ?? []) : []
    skills.push(inside?.replaceAll('""', '"') ?? text)
    rest = rest.slice((quoted ?? plain).length).trimStart()
  }
  return skills.map((skill) => skill.trim()).filter(Boolean)
}

/** Returns whether two items say the same. */
export function isSame(one: ShownItem, other: ShownItem): boolean {
  return one.submissionId === other.submissionId && isEqual(itemFields, one, other)
}
