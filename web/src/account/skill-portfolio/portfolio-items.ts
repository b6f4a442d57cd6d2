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

/** Shows an item, with an id for the list of this page. */
export function shownItem({ skills, ...item }: SkillItem, id: string): ShownItem {
  return { ...item, skills: lineOfSkills(skills), id }
}

/** Shows items with ids that are the same after a reload, so that a draft finds its item again. */
export function shownItems(items: readonly SkillItem[]): ShownItem[] {
  const counts = new Map<string, number>()
  return items.map((item) => {
    const count = (counts.get(item.title) ?? 0) + 1
    counts.set(item.title, count)
    return shownItem(item, `${encodeURIComponent(item.title)}-${count}`)
  })
}

/** Returns the item that a form describes, or the failure that names its fields. */
export function itemFrom(content: Content, submissionId: string | null): SkillItem | Failure {
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

/** Returns whether an item is what the list shows. */
export function isShown(item: SkillItem, shown: ShownItem): boolean {
  return item.submissionId === shown.submissionId && isEqual(itemFields, shownItem(item, ''), shown)
}

/**
 * Returns the place of an item in the newest version of the list; -1 if it is gone. An item has no id: it is the one that
 * is equal, else the one with the same title, else the one in the same place of a list that is as long as before.
 */
export function placeIn(items: readonly SkillItem[], shown: ShownItem, before: readonly ShownItem[]): number {
  const equal = items.findIndex((item) => isShown(item, shown))
  if (equal >= 0) return equal
  const named = items.findIndex((item) => item.title === shown.title)
  if (named >= 0) return named
  return items.length === before.length ? before.findIndex(({ id }) => id === shown.id) : -1
}
