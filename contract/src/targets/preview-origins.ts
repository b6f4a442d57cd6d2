/**
 * Matches the origins of preview deployments by a pattern such as `https://lantern-*-team.preview.example`. A host on which
 * anybody can publish must never receive a code, so a preview origin may only ask for a logout, and production has none.
 */

/** Fixed texts stand around one `*` in the first label, so that nobody else can choose a name that matches. */
const pattern = /^https:\/\/([a-z0-9][a-z0-9-]*-)\*(-[a-z0-9-]*[a-z0-9])(\.[a-z0-9-]+){2,}$/

export function isPreviewPattern(value: string): boolean {
  return pattern.test(value)
}

/** Checks whether an origin has one or more letters, digits and hyphens where one of the patterns has its `*`. */
export function isPreviewOrigin(origin: string, patterns: readonly string[]): boolean {
  return patterns.some((each) => {
    const [before = '', after = ''] = each.split('*')
    const middle = origin.slice(before.length, origin.length - after.length)
    return origin === before + middle + after && /^[a-z0-9-]+$/.test(middle)
  })
}
