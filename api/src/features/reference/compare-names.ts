const { compare } = new Intl.Collator('en')

/** Sorts names in English order, which ignores accents: Åland Islands is next to Albania. */
export function compareNames(a: { id?: string; name: string }, b: { id?: string; name: string }): number {
  return compare(a.name, b.name) || compare(a.id ?? '', b.id ?? '')
}
