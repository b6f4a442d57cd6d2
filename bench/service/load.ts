/** One load of `npm run bench`: a task that is repeated, and what its rate is compared with. */
import type { Measured } from './measure.ts'

export type Load = {
  name: string
  title: string
  unit: string
  run(seconds: number): Promise<Measured>
  /** The load it is compared with, in the same round. */
  ratio?: { to: string; title: string; atLeast: number }
}
