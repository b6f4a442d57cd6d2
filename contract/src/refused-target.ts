/** Explains to an engineer why a link may not lead where it says. The origin alone is repeated, never path or query. */
import { type Platform, platformRow } from './platforms.ts'
import { trustedOrigin, trustedUrl } from './trusted-origin.ts'

type Registered = {
  platform: Platform
  /** The exact origins of the platform. */
  origins: readonly string[]
  /** The file in which they are registered. */
  file: string
}

/** Null where the query has no target, or a good one. */
export function explainRefusedTarget(search: URLSearchParams, registered: Registered): string | null {
  const { platform, origins } = registered
  const target = search.get('redirect-url')
  if (target !== null && platformRow(platform).redirect === 'none')
    return `redirect-url refused: ${platform} never leads on to another site`
  if (target !== null && !trustedUrl(target, origins))
    return `redirect-url refused: ${whyForeign(target, registered)}`
  const origin = search.get('origin')
  if (origin !== null && !trustedOrigin(origin, origins))
    return `origin refused: ${whyForeign(origin, registered)}`
  return null
}

function whyForeign(value: string, { platform, origins, file }: Registered): string {
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol)) return 'it is no absolute http or https address'
  if (!origins.includes(url.origin))
    return `origin ${url.origin} is not registered for ${platform} in ${file}`
  return 'it holds more than such an address may: a user, a path, white space, or too many characters'
}
