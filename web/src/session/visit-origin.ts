/** Reads the origin of a visit: query and referrer of this tab's first page, stored by the early script (product 3, 5). */

import type { UtmParams } from '@foyer/contract/routes/sign-up'
import { signUpSourceMaxLength } from '@foyer/contract/shared-values'
import { readJson } from '../api/storage/browser-storage.ts'
import { visitOriginKey } from '../api/storage/storage-keys.ts'

/** Returns the source of a new account (product 5): the first of these values that is not empty. */
export function signUpSource(explicit = ''): string {
  const { search, referrer } = readVisitOrigin()
  const said = [explicit, search.get('signup_source'), search.get('utm_source'), externalHost(referrer)]
  return said.map(tidy).find((source) => source !== '') ?? 'direct'
}

export function utmParams(): UtmParams {
  const { search } = readVisitOrigin()
  const params: UtmParams = {}
  for (const name of ['Source', 'Medium', 'Campaign', 'Term', 'Content'] as const) {
    const value = tidy(search.get(`utm_${name.toLowerCase()}`))
    if (value) params[`utm${name}`] = value
  }
  return params
}

/** Returns the stored origin, else the origin of this page. */
function readVisitOrigin(): { search: URLSearchParams; referrer: string } {
  const kept = readJson('sessionStorage', visitOriginKey)
  const isOrigin = Array.isArray(kept) && kept.every((text) => typeof text === 'string')
  const [search, referrer] = isOrigin ? kept : [location.search, document.referrer]
  return { search: new URLSearchParams(search), referrer: referrer ?? '' }
}

function externalHost(referrer: string): string | null {
  const host = URL.parse(referrer)?.host
  return host && host !== location.host ? host : null
}

/** Removes characters that the service refuses, and truncates between characters, so that no link can prevent a sign-up. */
function tidy(text: string | null): string {
  const clean = (text ?? '').replace(/\p{C}/gu, '').trim()
  return clean
    .slice(0, signUpSourceMaxLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}
