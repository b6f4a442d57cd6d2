/** A platform that sends people straight back here would have them go round for ever: the third time they stay. */
import { handovers } from '@foyer/contract/limits'
import { isUsedUp, recordOne } from '../api/storage/recent-count.ts'

export function isHandoverLoop(target: URL): boolean {
  return isUsedUp(keyOf(target), handovers)
}

/** Going Back to this page is a person's doing, no loop. */
export function recordHandover(target: URL): void {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (arrival?.type === 'back_forward') return
  recordOne(keyOf(target), handovers)
}

/** Without the query, which may differ each time round. */
function keyOf({ origin, pathname }: URL): string {
  return `foyer.handovers.${origin}${pathname}`
}
