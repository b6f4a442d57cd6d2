/** Removes the offer of the last person, which the early script marks on <html>. */
import type { Platform } from '@foyer/contract/platforms'
import { forgetPerson } from '../../session/last-person.ts'
import { endOffer } from './use-known.ts'

function isKnown(): boolean {
  return document.documentElement.dataset.known !== undefined
}

/** Forgets the offered person and shows the field again. Returns false if the page offers no person. */
export function forgetKnown(platform: Platform): boolean {
  if (!isKnown()) return false
  endOffer()
  forgetPerson(platform)
  return true
}
