/** One fault: what is done to the service, and what must be true of it. */
export type Fault = {
  id: string
  title: string
  /** `isShort`: fewer rounds and seconds, as `npm test` runs it; never other limits. */
  run(check: Check, options: { isShort: boolean }): Promise<void>
}

/** Notes one verdict with the figure it rests on. */
export type Check = (what: string, isFine: boolean, figure?: string | number) => void

/** This machine does not allow what the fault needs: no verdict, and the table says so. */
export class NotTried extends Error {}

/** The figure that this share of all does not exceed. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}
