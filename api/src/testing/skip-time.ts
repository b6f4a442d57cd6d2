/**
 * Advances `performance.now` of this process without a wait, so that caches in memory expire. It never goes back. The
 * system clock, timers and the database are not affected.
 */
const now = performance.now.bind(performance)
let skippedMs = 0

performance.now = () => now() + skippedMs

export function skipTime(ms: number): void {
  skippedMs += ms
}
