import { type SchoolPart, schoolPartNames } from '@foyer/contract/school-types'
import type { ChangedPart, SchoolEvent } from '@foyer/contract/schools/school-history'

/**
 * Says what happened to a school.
 *
 * @example schoolEventSentence(entry) // 'Corrected by Asha Rao: name, address'
 */
export function schoolEventSentence({ event, userName, parts }: SchoolEvent): string {
  const by = userName === null ? '' : ` by ${userName}`
  const what = parts.length > 0 ? `: ${partsText(parts)}` : ''
  const who = userName ?? 'Someone'
  switch (event) {
    case 'registered':
      return `Sent in${by}`
    case 'changed':
      return `Changed${by}${what}`
    case 'sent-again':
      return `Corrected${by}${what}`
    case 'verified':
      return `Verified${by}`
    case 'refused':
      return `Refused${by}`
    case 'invited':
      return `${who} invited a person`
    case 'joined':
      return `${who} got access`
    case 'removed':
      return `${who} lost access`
  }
}

/** @example partsText(['name', 'logo']) // 'name, logo' */
export function partsText(parts: readonly ChangedPart[]): string {
  return parts.map((part) => nameOf(part).toLowerCase()).join(', ')
}

function nameOf(part: ChangedPart): string {
  return part === 'logo' ? 'Logo' : schoolPartNames[part satisfies SchoolPart]
}
