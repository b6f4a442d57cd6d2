/** Query parameters that only this page reads; links to other pages leave them out. */
const ownParameters = ['email', 'phoneNumber', 'autoNext']

/**
 * Returns the path with this page's query, which names the user's origin and target, and with what the user typed. The
 * path's own query wins: it may name another platform.
 */
export function withPageQuery(path: string, typed: string): string {
  const query = new URLSearchParams(location.search)
  for (const name of ownParameters) query.delete(name)
  if (typed) query.set(typed.includes('@') ? 'email' : 'phoneNumber', typed)
  const [pathname, own] = path.split('?')
  for (const [name, value] of new URLSearchParams(own)) query.set(name, value)
  return `${pathname}?${query}`
}

/** Returns what the user typed on the previous page. */
export function identifierIn(query: URLSearchParams): string | null {
  // An unencoded plus is decoded as a space.
  return query.get('email') ?? query.get('phoneNumber')?.replace(/^ (?=\d)/, '+') ?? null
}
