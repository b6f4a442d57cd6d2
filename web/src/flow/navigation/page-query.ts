/** Parameters that only this page reads. Links to other pages omit them. */
const ownParameters = ['email', 'phoneNumber', 'autoNext']

/**
 * Returns the path with this page's query, which names the user's origin and target, and with what the user typed. A
 * parameter of the path itself takes precedence, because the path may name another platform.
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
  // A plus that was not encoded is decoded as a space.
  return query.get('email') ?? query.get('phoneNumber')?.replace(/^ (?=\d)/, '+') ?? null
}
