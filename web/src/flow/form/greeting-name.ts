import { greetingNameMaxLength } from '@foyer/contract/shared-values'

/** Shortens a first name for a heading. The length counts graphemes (product 2.4, 9). */
export function greetingName(firstName: string): string {
  const letters = Array.from(new Intl.Segmenter().segment(firstName), ({ segment }) => segment)
  if (letters.length <= greetingNameMaxLength) return firstName
  return `${letters.slice(0, greetingNameMaxLength).join('')}...`
}
