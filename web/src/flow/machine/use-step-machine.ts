import { useEffect, useState } from 'react'
import { type Effects, type Machine, runMachine, type Situation } from './step-machine.ts'

/** Runs a step machine in a component. Machine, start and effects are those of the first render. */
export function useStepMachine<S extends string, E extends { type: string }, C, F extends string>(
  machine: Machine<S, E, C, F>,
  start: Situation<S, C>,
  effects: Effects<E, C, F>,
): [Situation<S, C>, (event: E) => void] {
  const [situation, show] = useState(start)
  const [running] = useState(() => runMachine(machine, start, (name) => effects[name], show))
  useEffect(() => running.stop, [running])
  return [situation, running.send]
}
