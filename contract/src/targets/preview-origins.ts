/**
 * Matches the origins of preview deployments by a pattern such as `https://lantern-*-team.preview.example`. Anybody can
 * publish on a preview host, so such an origin never receives a code. It may only request a logout, and production
 * allows none.
 */

/** Requires fixed text on both sides of one `*` in the first label, so that nobody else can choose a matching name. */
const pattern = /^https:\/\/([a-z0-9][a-z0-9-]*-)\*(-[a-z0-9-]*[a-z0-9])(\.[a-z0-9-]+){2,}$/

export function isPreviewPattern(value: string): boolean {
  return pattern.test(value)
}

/** Returns whether an origin matches a pattern; `*` matches one or more letters, digits and hyphens. */
export function isPreviewOrigin(origin: string, patterns: readonly string[]): boolean {
  return patterns.some((each) => {
    const [before = '', after = ''] = each.split('*')
    const middle = origin.slice(before.length, origin.length - after.length)
    return origin === before + middle + after && /^[a-z0-9-]+$/.test(middle)
  })
}
