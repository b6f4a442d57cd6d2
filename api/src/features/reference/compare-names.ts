const { compare } = new Intl.Collator('en')

/** Compares names in the order that English readers expect: Åland Islands stands beside Albania. */
export function compareNames(a: { id?: string; name: string }, b: { id?: string; name: string }): number {
  return compare(a.name, b.name) || compare(a.id ?? '', b.id ?? '')
}
