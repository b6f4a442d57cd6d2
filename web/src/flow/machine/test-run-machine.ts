/** Runs a machine with its effects, without a browser. */
import { setImmediate } from 'node:timers/promises'
import { type Effects, type Machine, runMachine, type Situation } from './step-machine.ts'

/** Turns of the event loop that several consecutive calls need when each is answered at once. */
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
