/** Pages hand on what somebody typed, and everything else in their query, so that nothing is typed twice (Spec 2.3). */

/** What the page before handed on. */
export function identifierIn(search: URLSearchParams): string | null {
  // A plus that was not encoded comes out of a query as a space.
  return search.get('email') ?? search.get('phoneNumber')?.replace(/^ (?=\d)/, '+') ?? null
}

/** `path`, its own query kept, with the query of this page and the identifier; autoNext was for this page alone. */
export function handOn(path: string, identifier: string): string {
  const { pathname, searchParams: own } = new URL(path, location.origin)
  const search = new URLSearchParams(location.search)
  for (const name of ['email', 'phoneNumber', 'autoNext']) search.delete(name)
  for (const [name, value] of own) search.set(name, value)
  if (identifier) search.set(identifier.includes('@') ? 'email' : 'phoneNumber', identifier)
  return `${pathname}?${search}`
}
