/** Query parameters that belong to this page alone. */
const ownParameters = ['email', 'phoneNumber', 'autoNext']

/** Returns the path with this page's query, which names the user's origin and target, and with what the user typed. */
export function withPageQuery(path: string, typed: string): string {
  const query = new URLSearchParams(location.search)
  for (const name of ownParameters) query.delete(name)
  if (typed) query.set(typed.includes('@') ? 'email' : 'phoneNumber', typed)
  return `${path.split('?')[0]}?${query}`
}

/** Returns what the user typed on the previous page. */
export function identifierIn(query: URLSearchParams): string | null {
  // An unencoded plus is decoded as a space.
  return query.get('email') ?? query.get('phoneNumber')?.replace(/^ (?=\d)/, '+') ?? null
}
