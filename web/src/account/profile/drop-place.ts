/** The side of a row on which the dragged row would be dropped. */
export type Side = 'before' | 'after'

/** Returns the new place of a row that was dropped on a side of another row. */
export function placeAfterDrop(ids: readonly string[], id: string, side: Side, other: string): number {
  const left = ids.filter((one) => one !== id)
  return left.indexOf(other) + (side === 'after' ? 1 : 0)
}
