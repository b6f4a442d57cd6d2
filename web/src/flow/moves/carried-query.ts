/** Of this page alone. */
const staying = ['email', 'phoneNumber', 'autoNext']

/** A path with this page's query: where somebody came from and goes to in the end. What they typed goes along, too. */
export function carriedQuery(path: string, typed: string): string {
  const query = new URLSearchParams(location.search)
  for (const name of staying) query.delete(name)
  if (typed) query.set(typed.includes('@') ? 'email' : 'phoneNumber', typed)
  return `${path.split('?')[0]}?${query}`
}

/** What somebody typed on the page before this one. */
export function identifierIn(query: URLSearchParams): string | null {
  // A plus that was not encoded comes out of a query as a space.
  return query.get('email') ?? query.get('phoneNumber')?.replace(/^ (?=\d)/, '+') ?? null
}
