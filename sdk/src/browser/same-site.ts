/**
 * Says whether a frame of Foyer has Foyer's own storage on this page: both are the same site then. Browsers decide by the
 * list of public suffixes, which is too large to ship. The parent domain of Foyer's host stands in for it.
 */
export function isSameSite(here: { protocol: string; hostname: string }, foyer: URL): boolean {
  if (here.protocol !== foyer.protocol) return false
  if (here.hostname === foyer.hostname) return true
  const isAddress = /^[\d.]+$|:/.test(foyer.hostname)
  const [, ...parent] = foyer.hostname.split('.')
  const domain = parent.length > 1 ? parent.join('.') : foyer.hostname
  return !isAddress && (here.hostname === domain || here.hostname.endsWith(`.${domain}`))
}
