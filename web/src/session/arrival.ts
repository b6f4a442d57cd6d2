/** Where a visit began: what the first page of this tab was asked with (Spec 3, 5). Kept by the early script of any page. */
import { signUpSourceMaxLength } from '@foyer/contract/limits'
import type { UtmParams } from '@foyer/contract/routes/sign-up'
import { readJson } from '../api/storage/browser-storage.ts'
import { arrivalKey } from '../api/storage/storage-keys.ts'

/** Where somebody who opens an account comes from (Spec 5): the first of these that says anything. */
export function signUpSource(explicit = ''): string {
  const { search, referrer } = readArrival()
  const said = [explicit, search.get('signup_source'), search.get('utm_source'), externalHost(referrer)]
  return said.map(tidy).find((source) => source !== '') ?? 'direct'
}

export function utmParams(): UtmParams {
  const { search } = readArrival()
  const params: UtmParams = {}
  for (const name of ['Source', 'Medium', 'Campaign', 'Term', 'Content'] as const) {
    const value = tidy(search.get(`utm_${name.toLowerCase()}`))
    if (value) params[`utm${name}`] = value
  }
  return params
}

/** Of this page itself, where the tab keeps nothing. */
function readArrival(): { search: URLSearchParams; referrer: string } {
  const kept = readJson('sessionStorage', arrivalKey)
  const isArrival = Array.isArray(kept) && kept.every((text) => typeof text === 'string')
  const [search, referrer] = isArrival ? kept : [location.search, document.referrer]
  return { search: new URLSearchParams(search), referrer: referrer ?? '' }
}

function externalHost(referrer: string): string | null {
  const host = URL.parse(referrer)?.host
  return host && host !== location.host ? host : null
}

/** Short enough and of characters that are accepted, never half of one: nobody is kept out by a link they followed. */
function tidy(text: string | null): string {
  const clean = (text ?? '').replace(/\p{C}/gu, '').trim()
  return clean
    .slice(0, signUpSourceMaxLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}
