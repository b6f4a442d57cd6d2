/**
 * Explains to an engineer why a redirect target is refused. The text repeats the target's origin, never its path or
 * query.
 */
import { isPlatform, type Platform, platformRow } from '../platforms.ts'
import { trustedOrigin, trustedUrl } from './trusted-origin.ts'

type Registered = {
  platform: Platform
  /** The exact origins that are registered for the platform. */
  origins: readonly string[]
  /** The file that registers the origins. */
  file: string
}

/**
 * Returns the explanation; null if the query has no target or a registered one. `isNeeded` is true if the page requires
 * an origin.
 */
export function explainRefusedTarget(
  search: URLSearchParams,
  registered: Registered,
  isNeeded = false,
): string | null {
  const { platform, origins } = registered
  const target = search.get('redirect-url')
  if (target !== null && platformRow(platform).redirect === 'none')
    return `redirect-url refused: ${platform} never redirects to another site`
  if (target !== null && !trustedUrl(target, origins))
    return `redirect-url refused: ${reasonOf(target, registered)}`
  const origin = search.get('origin')
  if (origin === null && isNeeded) return 'origin refused: it is missing'
  if (origin !== null && !trustedOrigin(origin, origins))
    return `origin refused: ${reasonOf(origin, registered)}`
  return null
}

function reasonOf(value: string, { platform, origins, file }: Registered): string {
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol)) return 'it is not an absolute http or https address'
  if (!origins.includes(url.origin))
    return `origin ${url.origin} is not registered for ${platform} in ${file}`
  return 'it contains a user name, a path, white space or too many characters'
}

/** Explains to a user what is wrong with a link, without quoting values, which an attacker may have written. */
export function linkFaultSentence(
  search: URLSearchParams,
  platform: Platform,
  origins: readonly string[],
): string {
  if (search.has('platform') && !isPlatform(search.get('platform')))
    return 'This link names a platform we don’t recognise.'
  if (search.has('origin') && !trustedOrigin(search.get('origin'), origins))
    return 'This link comes from a site we don’t recognise.'
  if (search.has('redirect-url')) {
    return platformRow(platform).redirect === 'none'
      ? 'This link goes to another site, which isn’t allowed here.'
      : 'This link goes to a site we don’t recognise.'
  }
  return 'Something is wrong with this link.'
}
