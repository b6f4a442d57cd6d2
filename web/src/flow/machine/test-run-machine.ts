/** A machine with its effects, run without a browser. */
import { setImmediate } from 'node:timers/promises'
import { type Effects, type Machine, runMachine, type Situation } from './step-machine.ts'

/** Calls that are answered at once, one after the other, are through by then. */
const turns = 5

export function runInTest<S extends string, E extends { type: string }, C, F extends string>(
  machine: Machine<S, E, C, F>,
  start: Situation<S, C>,
  effects: Effects<E, C, F>,
) {
  let now = start
  const running = runMachine(
    machine,
    start,
    (name) => effects[name],
    (next) => {
      now = next
    },
  )
  async function send(event: E): Promise<void> {
    running.send(event)
    for (let turn = 0; turn < turns; turn += 1) await setImmediate()
  }
  return { running, send, now: () => now }
}
