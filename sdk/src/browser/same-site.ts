/**
 * Returns whether a frame of Foyer on this page can use Foyer's own storage, which requires that both are the same
 * site. Browsers decide by the public suffix list, which is too large to ship; this function compares with the parent
 * domain of Foyer's host instead.
 */
export function isSameSite(here: { protocol: string; hostname: string }, foyer: URL): boolean {
  if (here.protocol !== foyer.protocol) return false
  if (here.hostname === foyer.hostname) return true
  const isAddress = /^[\d.]+$|:/.test(foyer.hostname)
  const [, ...parent] = foyer.hostname.split('.')
  const domain = parent.length > 1 ? parent.join('.') : foyer.hostname
  return !isAddress && (here.hostname === domain || here.hostname.endsWith(`.${domain}`))
}
