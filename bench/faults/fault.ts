/** Describes one fault: what is done to the service, and what must hold. */
export type Fault = {
  id: string
  title: string
  /** `isShort` runs fewer rounds and seconds, as `npm test` does, with the same limits. */
  run(check: Check, options: { isShort: boolean }): Promise<void>
}

/** Records one verdict with the figure it rests on. */
export type Check = (what: string, isTrue: boolean, figure?: string | number) => void

/** Says that this machine does not allow what the fault needs: there is no verdict, and the table says so. */
export class NotTried extends Error {}
