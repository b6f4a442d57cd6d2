import { greetingNameMaxLength } from '@foyer/contract/limits'

/** A first name as a heading has room for it; letters are counted as people see them (Spec 2.4, 9). */
export function greetingName(firstName: string): string {
  const letters = Array.from(new Intl.Segmenter().segment(firstName), ({ segment }) => segment)
  if (letters.length <= greetingNameMaxLength) return firstName
  return `${letters.slice(0, greetingNameMaxLength).join('')}...`
}
