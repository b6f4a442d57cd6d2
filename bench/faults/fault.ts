/** Describes one fault: what it does to the service, and what must still be true. */
export type Fault = {
  id: string
  title: string
  /**
   * Runs the fault. `isShort` runs fewer rounds and seconds. The faults of short.test.ts then check no durations, because
   * `npm test` also runs on busy machines.
   */
  run(check: Check, options: { isShort: boolean }): Promise<void>
}

/** Records one verdict, with the figure that supports it. */
export type Check = (what: string, isTrue: boolean, figure?: string | number) => void

/** Reports that this machine does not allow the fault: the table then shows no verdict. */
export class NotTried extends Error {}
