type Item = { id: string; name: string }

/**
 * Finds the item that the user means: the item of this name in any case and without accents, or the only item whose name
 * begins with the typed text.
 */
export function findItem(items: readonly Item[], typed: string): Item | null {
  const text = folded(typed)
  const exact = items.find(({ name }) => folded(name) === text)
  if (exact || text === '') return exact ?? null
  const [only, ...others] = items.filter(({ name }) => folded(name).startsWith(text))
  return only && others.length === 0 ? only : null
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
